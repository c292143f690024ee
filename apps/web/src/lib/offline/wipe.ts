/** Caches with what a member read; the id of the member follows. */
export const ANSWERS = 'naru.answers.';

/** Removes what members read from this device, except that of the member `kept`. */
export async function wipeAnswers(kept?: string): Promise<void> {
  // Without https the browser has no caches.
  if (!('caches' in window)) return;
  // A blocked storage refuses even its names, and holds nothing.
  const names = await caches.keys().catch(() => []);
  for (const name of names) {
    if (name.startsWith(ANSWERS) && name !== ANSWERS + kept) await caches.delete(name);
  }
}
