/** Between two questions whether a process still responds. */
const EVERY_MS = 5_000;
/**
 * Questions without a response after which a process hangs. They are counted instead of a time, so
 * that nobody hangs who slept with the machine.
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
