import { describe, expect, it, vi } from 'vitest';
import { createBatchedRead } from './batched-read.ts';

/** Rows that change, and statements that answer when told to with what they found at their start. */
function createTable() {
  const rows = new Map<string, string>();
  const statements: { keys: string[]; answer: () => void; fail: (error: Error) => void }[] = [];
  const read = createBatchedRead((keys: string[]) => {
    const found = new Map([...rows].filter(([key]) => keys.includes(key)));
    return new Promise<typeof found>((resolve, reject) => {
      statements.push({ keys, answer: () => resolve(found), fail: reject });
    });
  });
  return { rows, statements, read };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('createBatchedRead', () => {
  it('serves calls that arrive together with one statement, each with its own row', async () => {
    const { rows, statements, read } = createTable();
    rows.set('a', 'first').set('b', 'second');
    const calls = Promise.all(['a', 'b', 'a', 'missing'].map(read));
    await turn();
    expect(statements.map(({ keys }) => keys)).toEqual([['a', 'b', 'missing']]);
    statements[0]?.answer();
    expect(await calls).toEqual(['first', 'second', 'first', null]);
  });

  it('answers no call with a statement that began before it', async () => {
    const { rows, statements, read } = createTable();
    rows.set('a', 'old');
    const early = read('a');
    await turn();
    rows.set('a', 'new');
    const late = read('a');
    await turn();
    for (const { answer } of statements) answer();
    expect([await early, await late]).toEqual(['old', 'new']);
  });

  it('gathers calls while two statements run', async () => {
    const { rows, statements, read } = createTable();
    rows.set('a', 'row');
    const calls: Promise<string | null>[] = [];
    for (let n = 0; n < 10; n += 1) {
      calls.push(read('a'));
      await turn();
    }
    expect(statements).toHaveLength(2);
    statements[0]?.answer();
    await calls[0];
    await turn();
    expect(statements).toHaveLength(3);
    for (const { answer } of statements) answer();
    expect(await Promise.all(calls)).toEqual(Array(10).fill('row'));
  });

  it('serves a call while the statements of earlier ones hang', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { rows, statements, read } = createTable();
    rows.set('a', 'row');
    for (let n = 0; n < 2; n += 1) {
      void read('a');
      await turn();
    }
    const late = read('a');
    await turn();
    expect(statements).toHaveLength(2);
    vi.advanceTimersByTime(100);
    await turn();
    statements[2]?.answer();
    expect(await late).toBe('row');
    vi.useRealTimers();
  });

  it('lets a call go on before it answers the next one', async () => {
    const { statements, read } = createTable();
    const steps: string[] = [];
    const request = async (key: string) => {
      await read(key);
      for (const step of [1, 2, 3]) {
        steps.push(`${key}${step}`);
        await Promise.resolve();
      }
    };
    const requests = Promise.all(['a', 'b'].map(request));
    await turn();
    statements[0]?.answer();
    await requests;
    expect(steps).toEqual(['a1', 'a2', 'a3', 'b1', 'b2', 'b3']);
  });

  it('fails the calls of a failed statement only', async () => {
    const { rows, statements, read } = createTable();
    rows.set('a', 'row');
    const failed = Promise.allSettled([read('a'), read('b')]);
    await turn();
    statements[0]?.fail(new Error('connection lost'));
    expect((await failed).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    const next = read('a');
    await turn();
    statements[1]?.answer();
    expect(await next).toBe('row');
  });
});
