/** Caches with what a member read; the id of the member follows. */
export const CACHE_PREFIX = 'naru.answers.';

/** Removes what members other than `member` have read from this device. */
export async function wipeResponses(member?: string): Promise<void> {
  // Without https the browser has no caches.
  if (!('caches' in window)) return;
  // A blocked storage refuses even its names, and holds nothing.
  const names = await caches.keys().catch(() => []);
  for (const name of names) {
    if (name.startsWith(CACHE_PREFIX) && name !== CACHE_PREFIX + member) await caches.delete(name);
  }
}
