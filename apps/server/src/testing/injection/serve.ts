import { once } from 'node:events';
import { join } from 'node:path';
import { createImageProcessor } from '../../features/uploads/image-processor.ts';
import { startTestCluster } from '../cluster.ts';
import { createTemplate, createTestDatabase } from '../database.ts';
import { TEST_PASSWORD } from '../factories/members.ts';
import { createTestApp, type TestApp } from '../test-app.ts';
import { findFileFaults } from './files.ts';
import type { HostileSite } from './hostile-site.ts';
import { buildHostileWorld, fieldsLeft } from './hostile-world.ts';
import { screensOf } from './screens.ts';

/*
 * A site full of hostile texts, until its input ends; the argument chooses which text each field has.
 * Playwright cannot load the test helpers itself, which belong to vitest.
 */
const dist = join(import.meta.dirname, '../../../dist');
const cluster = await startTestCluster();
let t: TestApp | undefined;
try {
  await createTemplate(cluster.adminUrl);
  t = await createTestApp({
    database: await createTestDatabase(cluster.adminUrl),
    images: createImageProcessor({ workerPath: join(dist, 'image-worker.js') }),
    webRoot: join(import.meta.dirname, '../../../../web/dist'),
  });
  const hostile = await buildHostileWorld(t, { round: Number(process.argv[2] ?? 0) });
  const { world, taken } = hostile;
  const site: HostileSite = {
    url: await t.app.listen({ host: '127.0.0.1', port: 0 }),
    now: t.clock.now().getTime(),
    usernames: { student: world.student.username, admin: world.byRole.ADMIN.username },
    password: TEST_PASSWORD,
    screens: await screensOf(t, hostile),
    faults: [...hostile.faults, ...(await findFileFaults(t, hostile))],
    left: fieldsLeft(hostile),
    taken: taken.size,
  };
  process.stdout.write(`${JSON.stringify(site)}\n`);
  process.stdin.resume();
  await once(process.stdin, 'end');
} finally {
  await t?.close();
  await cluster.stop();
}
process.exit(0);
