import { expect, it } from 'vitest';
import { createScheduledBackup } from '../backup/scheduled-backup.ts';
import { createTestApp } from '../testing/test-app.ts';
import { leavesSite, tasksOf } from './leaving-work.ts';

it('knows of every job of the queue whether it leaves the site [OPS-162]', async () => {
  const t = await createTestApp();
  const backups = createScheduledBackup({
    proof: { every: 'DAY' as const, hour: 5, minute: 30 },
    ...{ plan: { hour: 4, minute: 0, keep: 1 }, folder: t.dataDir, program: 'serving-process.js' },
    completeErasures: t.services.account.completeErasures,
    ...{ db: t.db, clock: t.clock, log: t.services.log },
  });
  const tasks = { ...tasksOf(t.services), ...backups.tasks };
  const names = Object.keys({ ...t.services.jobs, ...backups.jobs, ...tasks });
  expect(names.length).toBeGreaterThan(28);
  expect(names.filter(leavesSite).toSorted()).toEqual([
    ...['devices', 'digests', 'email', 'email-about', 'invitations', 'push', 'push-about'],
    ...['push-message', 'source', 'sources', 'unusedAccounts', 'work'],
  ]);
  expect(() => leavesSite('newsletters')).toThrow('does not know the job newsletters');
  await t.close();
});
