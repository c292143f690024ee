const PREFIX = 'naru.member.';

/**
 * Matches the storage keys of anonymous drafts, `naru.<kind>.<member id>.SECRET…` (also course reviews, objections,
 * reports, and what staff write about or to other members); all drafts of member 0, who is not logged in, are among them.
 */
export const ANONYMOUS_DRAFT_KEY =
  /^naru\.\w+\.(0|\d+(?=\.(?:SECRET|course-review|objection|report|role-|staff-|inquiry-|member-list-)))\b/;

/** The key in local storage of what a device stores for its member, besides tokens and drafts. */
export const memberKey = (what: string): string => `${PREFIX}${what}`;

/** Removes what the next person at this computer must not find: anonymous drafts and what is stored for members. */
export function clearMemberStorage(): void {
  removeKeys((key) => key.startsWith(PREFIX) || ANONYMOUS_DRAFT_KEY.test(key));
}

/** Removes the anonymous drafts of everybody but this member; for a guest (null) also what is stored for members. */
export function clearStorageOfOthers(memberId: string | null): void {
  removeKeys((key) => {
    if (key.startsWith(PREFIX)) return memberId === null;
    const owner = ANONYMOUS_DRAFT_KEY.exec(key)?.[1];
    return owner !== undefined && owner !== (memberId ?? '0');
  });
}

function removeKeys(isRemoved: (key: string) => boolean): void {
  try {
    for (const storage of [localStorage, sessionStorage]) {
      for (const key of Object.keys(storage).filter(isRemoved)) storage.removeItem(key);
    }
  } catch {
    // Without storage there is nothing to remove.
  }
}
