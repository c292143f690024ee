/**
 * Runs at most `concurrency` tasks at once. A free place goes to the subject with the fewest running
 * tasks, and among equals to the one that was served least recently, so that a subject with many tasks
 * delays another by one task at most.
 */
export function createFairQueue(concurrency: number) {
  /** Start functions of the waiting tasks by subject; the subject served last is at the end. */
  const waiting = new Map<unknown, (() => void)[]>();
  /** Number of running tasks by subject. */
  const running = new Map<unknown, number>();
  let busy = 0;

  const countRunning = (subject: unknown) => running.get(subject) ?? 0;

  function startNext(): void {
    if (busy === concurrency || waiting.size === 0) return;
    const subject = [...waiting.keys()].reduce((best, other) =>
      countRunning(other) < countRunning(best) ? other : best,
    );
    const [start, ...rest] = waiting.get(subject) ?? [];
    if (rest.length > 0) waiting.set(subject, rest);
    else waiting.delete(subject);
    busy += 1;
    running.set(subject, countRunning(subject) + 1);
    start?.();
  }

  function finish(subject: unknown): void {
    busy -= 1;
    const left = countRunning(subject) - 1;
    if (left > 0) running.set(subject, left);
    else running.delete(subject);
    const own = waiting.get(subject);
    if (own !== undefined) {
      waiting.delete(subject);
      waiting.set(subject, own);
    }
    startNext();
  }

  return async function run<T>(subject: unknown, task: () => Promise<T>): Promise<T> {
    await new Promise<void>((start) => {
      waiting.set(subject, [...(waiting.get(subject) ?? []), start]);
      startNext();
    });
    try {
      return await task();
    } finally {
      finish(subject);
    }
  };
}
