const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 20_000;

/** Exponential backoff in ms with jitter, so that tabs do not retry together. */
export function backoff(failures: number): number {
  const most = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.min(failures, 6));
  return most / 2 + Math.random() * (most / 2);
}

/** Resolves after the delay, when the network returns, or on abort. */
export function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      window.removeEventListener('online', end);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    window.addEventListener('online', end);
    signal.addEventListener('abort', end);
  });
}
