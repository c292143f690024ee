const NAME = 'naru.push';

/** The id of the member who wants notifications in this browser, until it logs out; null without one. */
export function pushWantedBy(): string | null {
  try {
    return localStorage.getItem(NAME);
  } catch {
    return null;
  }
}

export function setPushWanted(memberId: number | null): void {
  try {
    if (memberId === null) localStorage.removeItem(NAME);
    else localStorage.setItem(NAME, String(memberId));
  } catch {
    // Without storage the member is asked again in the next session.
  }
}
