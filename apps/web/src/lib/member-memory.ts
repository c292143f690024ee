const PREFIX = 'naru.member.';

/**
 * Writing without an author, or whose author nobody or only staff learns: the id of its member in the name. What
 * member 0 typed was typed without a login.
 */
export const HIDDEN_WRITING =
  /^naru\.\w+\.(0|\d+(?=\.(?:SECRET|course-review|objection|report)))\b/;

/** The name in local storage of what the device remembers of its member besides tokens and writing. */
export const memoryName = (what: string): string => `${PREFIX}${what}`;

/** Removes what the next person at this computer must not find: hidden writing, and what the device remembers. */
export function forgetMembers(): void {
  removeNames((name) => name.startsWith(PREFIX) || HIDDEN_WRITING.test(name));
}

/** Removes hidden writing of all but the member of this page; of a guest's, null, also what the device remembers. */
export function forgetOthers(memberId: string | null): void {
  removeNames((name) => {
    if (name.startsWith(PREFIX)) return memberId === null;
    const owner = HIDDEN_WRITING.exec(name)?.[1];
    return owner !== undefined && owner !== (memberId ?? '0');
  });
}

function removeNames(isRemoved: (name: string) => boolean): void {
  try {
    for (const storage of [localStorage, sessionStorage]) {
      for (const name of Object.keys(storage).filter(isRemoved)) storage.removeItem(name);
    }
  } catch {
    // Without storage there is nothing to remove.
  }
}
