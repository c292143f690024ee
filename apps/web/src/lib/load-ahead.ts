/** Loads code in advance and ignores failures: whoever needs a part loads it again and shows why it fails. */
export function loadAhead(...parts: (() => Promise<unknown>)[]): void {
  for (const load of parts) load().catch(() => undefined);
}

const LONGEST_PAUSE_MS = 30_000;

/** The pause before one asks again for what did not come. */
export const nextPause = (pauseMs: number) => Math.min(2 * pauseMs, LONGEST_PAUSE_MS);

/** Loads code that must come: asks again after 3 s, then more seldom, at last every 30 s. */
export const untilLoaded = <T>(load: () => Promise<T>, pauseMs = 3000): Promise<T> =>
  load().catch(async () => {
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
    return untilLoaded(load, nextPause(pauseMs));
  });
