import { describe, expect, it } from 'vitest';
import { createFairQueue } from './fair-queue.ts';

/** A queue whose tasks end on demand; `started` lists them in the order in which they began. */
function createWorld(concurrency: number) {
  const run = createFairQueue(concurrency);
  const started: string[] = [];
  const ends = new Map<string, (error?: Error) => void>();
  const add = (name: string) =>
    run(name[0], () => {
      started.push(name);
      return new Promise<string>((resolve, reject) => {
        ends.set(name, (error) => (error ? reject(error) : resolve(name)));
      });
    });
  const end = async (name: string, error?: Error) => {
    ends.get(name)?.(error);
    await new Promise(setImmediate);
  };
  return { started, add, end };
}

describe('createFairQueue', () => {
  it('gives the next free place to a subject without running tasks [UPLOAD-31]', async () => {
    const { started, add, end } = createWorld(2);
    for (const name of ['a1', 'a2', 'a3', 'a4', 'b1']) void add(name);
    await end('');
    expect(started).toEqual(['a1', 'a2']);
    await end('a1');
    expect(started).toEqual(['a1', 'a2', 'b1']);
  });

  it('serves subjects in turn [UPLOAD-31]', async () => {
    const { started, add, end } = createWorld(1);
    for (const name of ['a1', 'a2', 'a3', 'b1', 'b2', 'c1']) void add(name);
    for (const name of ['', 'a1', 'b1', 'c1', 'a2', 'b2']) await end(name);
    expect(started).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
  });

  it('frees the place of a failed task and passes its error on', async () => {
    const { started, add, end } = createWorld(1);
    const failed = expect(add('a1')).rejects.toThrow('broken');
    const next = add('a2');
    await end('');
    await end('a1', new Error('broken'));
    await failed;
    await end('a2');
    expect([await next, started]).toEqual(['a2', ['a1', 'a2']]);
  });
});
