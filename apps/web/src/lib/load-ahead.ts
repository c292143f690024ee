/** Loads what may be needed; whoever needs a part that did not come loads it again, and says so when it fails. */
export function loadAhead(...parts: (() => Promise<unknown>)[]): void {
  for (const load of parts) load().catch(() => undefined);
}
