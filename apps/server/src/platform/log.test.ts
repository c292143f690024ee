import { openSync } from 'node:fs';
import pino from 'pino';
import { expect, describe as group, it } from 'vitest';
import { createLog, createLosingOutput, describe, loggableError } from './log.ts';

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

group('user text in the log', () => {
  const forged = 'a\n{"level":30,"msg":"security event"}\r\u001b[2K\u001b[1Gb\u0000';

  it('forges no line, neither of JSON nor of a terminal [AUDIT-04]', () => {
    const lines: string[] = [];
    const log = createLog('info', { write: (line) => void lines.push(line) });
    log.info({ name: forged }, forged);
    expect(lines).toHaveLength(1);
    expect(lines[0]?.trimEnd()).not.toMatch(/\p{Cc}/u);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ name: forged, msg: forged });
    const err = loggableError(new Error(forged));
    for (const line of [{ name: forged }, { err }, { event: forged }]) {
      expect(describe({ ...PINO, ...line, msg: 'x' }, false)).not.toMatch(/\p{Cc}/u);
    }
    expect(describe({ ...PINO, msg: forged }, false)).not.toMatch(/\p{Cc}/u);
  });
});

group('a log on a full disk', () => {
  it('loses lines, and writes again when it can [AUDIT-06]', async () => {
    let at = 0;
    let isFull = true;
    const tried: string[] = [];
    const device = {
      // A device that is always full, as far as the system has one.
      open: () => pino.destination({ dest: openSync('/dev/full', 'w'), sync: false }),
      tryLine: (line: string) => {
        tried.push(line);
        if (isFull) throw new Error('ENOSPC');
      },
    };
    const output = createLosingOutput(device, () => at);
    await expect
      .poll(() => {
        at += 1_000;
        output.write('lost\n');
        return tried.length;
      })
      .toBeGreaterThan(0);
    const count = tried.length;
    output.write('within the pause\n');
    expect(tried).toHaveLength(count);
    isFull = false;
    at += 1_000;
    output.write('first\n');
    expect(tried.at(-1)).toBe('first\n');
  });
});
