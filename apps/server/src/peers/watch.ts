/** Between two questions whether a process still responds. */
const EVERY_MS = 5_000;
/**
 * Questions without a response after which a process hangs. They are counted instead of a time, so
 * that nobody hangs who slept with the machine.
 */
const UNANSWERED_MAX = 6;

/** Calls `onHang` once when a process stops responding. Returns a function that ends the watch. */
export function watchAnswers(ask: () => Promise<unknown>, onHang: () => void): () => void {
  let unanswered = 0;
  const answered = () => {
    unanswered = 0;
  };
  const timer = setInterval(() => {
    if (unanswered === UNANSWERED_MAX) {
      clearInterval(timer);
      onHang();
      return;
    }
    unanswered += 1;
    ask().then(answered, answered);
  }, EVERY_MS).unref();
  return () => clearInterval(timer);
}
