import { describe, expect, it, vi } from 'vitest';
import { createBatchedRead } from './batched-read.ts';

/** Rows that change, and statements that return on demand what they found at their start. */
function createTable(options?: Parameters<typeof createBatchedRead>[1]) {
  const rows = new Map<string, string>();
  const statements: { keys: string[]; answer: () => void; fail: (error: Error) => void }[] = [];
  const read = createBatchedRead((keys: string[]) => {
    const found = new Map([...rows].filter(([key]) => keys.includes(key)));
    return new Promise<typeof found>((resolve, reject) => {
      statements.push({ keys, answer: () => resolve(found), fail: reject });
    });
  }, options);
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

  it('returns no result of a statement that began before the call', async () => {
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

  it('lets a call go on before it settles the next one', async () => {
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

  it('shares a statement between a bounded number of calls', async () => {
    const { statements, read } = createTable({ most: 2 });
    const calls = Promise.all(['a', 'b', 'c', 'd', 'e'].map(read));
    await turn();
    await turn();
    expect(statements.map(({ keys }) => keys)).toEqual([
      ['a', 'b'],
      ['c', 'd'],
    ]);
    statements[0]?.answer();
    statements[1]?.answer();
    await turn();
    await turn();
    statements[2]?.answer();
    await calls;
    expect(statements.map(({ keys }) => keys.length)).toEqual([2, 2, 1]);
  });

  it('lets other work of the process go on between the results of one statement', async () => {
    const { statements, read } = createTable();
    const steps: string[] = [];
    const request = async (key: string) => {
      await read(key);
      for (const end = performance.now() + 15; performance.now() < end; );
      steps.push(key);
    };
    const requests = Promise.all(['a', 'b'].map(request));
    await turn();
    statements[0]?.answer();
    setImmediate(() => steps.push('other work'));
    await requests;
    expect(steps).toEqual(['a', 'other work', 'b']);
  });

  describe('with retries', () => {
    const failWith = async (error: Error) => {
      const { rows, statements, read } = createTable({ retriesAlone: true });
      rows.set('a', 'row');
      const calls = Promise.allSettled([read('a'), read('b')]);
      await turn();
      statements[0]?.fail(error);
      await turn();
      return { statements, calls };
    };

    it('repeats the calls of a failed statement one by one', async () => {
      const { statements, calls } = await failWith(new Error('a value of one call'));
      expect(statements.map(({ keys }) => keys)).toEqual([['a', 'b'], ['a'], ['b']]);
      statements[1]?.answer();
      statements[2]?.fail(new Error('again'));
      expect(await calls).toMatchObject([
        { status: 'fulfilled', value: 'row' },
        { status: 'rejected' },
      ]);
    });

    it('repeats those of a deadlock, which another transaction can cause', async () => {
      const deadlock = Object.assign(new Error('deadlock detected'), { code: '40P01' });
      expect((await failWith(deadlock)).statements).toHaveLength(3);
    });

    it('repeats nothing while the database is away', async () => {
      const { statements, calls } = await failWith(new Error('Connection terminated'));
      expect(statements).toHaveLength(1);
      expect((await calls).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    });
  });
});
