/** Loads code in advance and ignores failures: whoever needs a part loads it again and shows why it fails. */
export function loadAhead(...parts: (() => Promise<unknown>)[]): void {
  for (const load of parts) load().catch(() => undefined);
}

/** Loads code that must come: asks again after 3 s, then ever more seldom, while the network fails. */
export const untilLoaded = <T>(load: () => Promise<T>, pauseMs = 3000): Promise<T> =>
  load().catch(async () => {
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
    return untilLoaded(load, 2 * pauseMs);
  });
