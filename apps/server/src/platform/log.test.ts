import { expect, describe as group, it } from 'vitest';
import { describe, loggableError } from './log.ts';

const PINO = { level: 30, time: 1, pid: 1, hostname: 'host' };

group('a line of the log for a terminal', () => {
  it('is the message with its details', () => {
    const line = { ...PINO, msg: 'job done', job: 'files', pictures: 2, places: [1] };
    expect(describe(line, false)).toBe('job done: job=files pictures=2 places=[1]');
    const failed = { ...PINO, event: 'login failed', memberId: 3, msg: 'security event' };
    expect(describe(failed, false)).toBe('security event: login failed memberId=3');
    expect(describe({ ...PINO, msg: 'Server listening' }, false)).toBe('Server listening');
  });

  it('stays one line with an error, with the stack on request', () => {
    const error = new Error('Failed query:\n  select 1', { cause: new Error('no connection') });
    const line = { ...PINO, msg: 'job failed', job: 'audit', err: loggableError(error) };
    const text = 'job failed: job=audit Failed query: select 1 (no connection)';
    expect(describe(line, false)).toBe(text);
    expect(describe(line, true)).toMatch(/\n {4}at /);
  });
});
