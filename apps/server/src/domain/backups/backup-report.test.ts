import { describe, expect, it } from 'vitest';
import { type BackupState, NO_BACKUPS, reportOn } from './backup-report.ts';

const NOW = new Date('2026-11-29T00:00:00Z');
const hoursAgo = (hours: number) => new Date(NOW.getTime() - hours * 3_600_000);

const report = (state: Partial<BackupState>) => reportOn({ ...NO_BACKUPS, ...state }, NOW);

describe('the state of backups', () => {
  it('is due when nothing is known, and fails nothing [OPS-153]', () => {
    expect(report({})).toEqual({ last: null, isDue: true, failure: null });
    expect(report({ dailyAt: hoursAgo(1) })).toEqual({ last: null, isDue: true, failure: null });
  });

  it('is due after a week, without a daily one that is known [OPS-153]', () => {
    expect(report({ succeededAt: hoursAgo(6 * 24) })).toMatchObject({
      isDue: false,
      failure: null,
    });
    expect(report({ succeededAt: hoursAgo(8 * 24) })).toMatchObject({ isDue: true, failure: null });
  });

  it('shows a nightly one that did not take place within hours [OPS-153]', () => {
    const dailyAt = hoursAgo(3);
    expect(report({ dailyAt, succeededAt: hoursAgo(25) })).toMatchObject({
      isDue: false,
      failure: null,
    });
    expect(report({ dailyAt, succeededAt: hoursAgo(27) })).toMatchObject({
      isDue: true,
      failure: { at: hoursAgo(1), reason: 'MISSED' },
    });
  });

  it('expects no daily one any more a while after it was switched off', () => {
    const found = report({ dailyAt: hoursAgo(9 * 24), succeededAt: hoursAgo(3 * 24) });
    expect(found).toMatchObject({ isDue: false, failure: null });
  });

  it('says why and where the last try failed, whatever was before [OPS-153]', () => {
    const failed = {
      triedAt: hoursAgo(2),
      server: 'naru-1',
      succeededAt: hoursAgo(26),
      failedAt: hoursAgo(1),
      failure: 'DISK_FULL' as const,
    };
    expect(report(failed)).toEqual({
      last: hoursAgo(26),
      isDue: false,
      failure: { at: hoursAgo(1), reason: 'DISK_FULL', server: 'naru-1' },
    });
  });

  it('takes a try without an end for one that was killed, once it must have ended [OPS-153]', () => {
    const open = { server: 'naru-1', succeededAt: hoursAgo(30) };
    expect(report({ ...open, triedAt: hoursAgo(1) }).failure).toBeNull();
    expect(report({ ...open, triedAt: hoursAgo(7) }).failure).toEqual({
      at: hoursAgo(7),
      reason: 'INTERRUPTED',
      server: 'naru-1',
    });
    const done = { ...open, succeededAt: hoursAgo(7), triedAt: hoursAgo(7) };
    expect(report(done).failure).toBeNull();
  });

  it('believes no time that lies ahead', () => {
    expect(report({ succeededAt: hoursAgo(-48) })).toMatchObject({ last: null, isDue: true });
  });
});
