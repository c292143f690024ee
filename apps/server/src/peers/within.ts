import { setImmediate } from 'node:timers/promises';

/**
 * Settles like the work, or rejects when it takes longer. After a long turn of the event loop, what has
 * arrived meanwhile is read first.
 */
export function within<T>(ms: number, work: Promise<T>, late: () => Error): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(async () => {
      await setImmediate();
      reject(late());
    }, ms);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
