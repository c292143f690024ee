/**
 * Lets calls that come at once share one run of `load`. A run starts after all calls that share it, so nobody gets
 * data from before the call.
 */
export function shareRuns<T>(load: () => Promise<T>): () => Promise<T> {
  let running: Promise<unknown> = Promise.resolve();
  let next: Promise<T> | null = null;
  const start = (): Promise<T> => {
    const run = load();
    running = run;
    next = null;
    return run;
  };
  return () => {
    next ??= running.then(start, start);
    return next;
  };
}
