const PREFIX = 'naru.member.';

/**
 * Writing without an author, or whose author nobody or only staff learns: the id of its member in the name. What
 * member 0 typed was typed without a login.
 */
export const HIDDEN_WRITING =
  /^naru\.\w+\.(0|\d+(?=\.(?:SECRET|course-review|objection|report)))\b/;

/** The name in local storage of what the device remembers of its member besides tokens and writing. */
export const memoryName = (what: string): string => `${PREFIX}${what}`;

/**
 * Removes what the next person at this computer must not find: hidden writing of all but the member `kept`, and
 * without one what the device remembers.
 */
export function forgetMembers(kept = ''): void {
  try {
    for (const storage of [localStorage, sessionStorage]) {
      for (const name of Object.keys(storage)) {
        const [, id = kept] = HIDDEN_WRITING.exec(name) ?? [];
        if (id !== kept || (name.startsWith(PREFIX) && !+kept)) storage.removeItem(name);
      }
    }
  } catch {
    // Without storage there is nothing to remove.
  }
}
