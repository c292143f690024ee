/** Between two requests whether a process still responds. */
const EVERY_MS = 5_000;
/**
 * Requests without a response after which a process hangs. They are counted instead of a time, so
 * that a process that slept with the machine does not count as hanging.
 */
const OPEN_MAX = 6;

/** Calls `onHang` once when a process stops responding. Returns a function that ends the watch. */
export function watchResponses(ask: () => Promise<unknown>, onHang: () => void): () => void {
  let open = 0;
  const onResponse = () => {
    open = 0;
  };
  const timer = setInterval(() => {
    if (open === OPEN_MAX) {
      clearInterval(timer);
      onHang();
      return;
    }
    open += 1;
    ask().then(onResponse, onResponse);
  }, EVERY_MS).unref();
  return () => clearInterval(timer);
}
