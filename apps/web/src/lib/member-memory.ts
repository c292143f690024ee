const PREFIX = 'naru.member.';

/** Names of writing whose author is hidden, with the id of its member; member 0 typed without a login. */
export const HIDDEN_WRITING =
  /^naru\.\w+\.(0|\d+(?=\.(?:SECRET|course-review|objection|report)))\b/;

/** The name in local storage of what the device remembers of its member besides tokens and writing. */
export const memoryName = (what: string): string => `${PREFIX}${what}`;

/** Removes what the next person at this computer must not find: hidden writing and the member's memory. */
export function clearMemberMemory(): void {
  removeNames((name) => name.startsWith(PREFIX) || HIDDEN_WRITING.test(name));
}

/** Removes hidden writing of everybody but this member; for a guest (null) the memory too. */
export function clearMemoryOfOthers(memberId: string | null): void {
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
