/** Loads code in advance and ignores failures: whoever needs a part loads it again and shows why it fails. */
export function loadAhead(...parts: (() => Promise<unknown>)[]): void {
  for (const load of parts) load().catch(() => undefined);
}
