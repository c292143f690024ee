const PREFIX = 'naru.member.';

/** The name in local storage of what the device remembers of its member besides tokens and writing. */
export const memoryName = (what: string): string => `${PREFIX}${what}`;

/** On a shared computer nobody learns what the member before searched for, or wrote below. */
export function forgetMember(): void {
  try {
    const names = Object.keys(localStorage).filter((name) => name.startsWith(PREFIX));
    for (const name of names) localStorage.removeItem(name);
  } catch {
    // Without storage there is nothing to remove.
  }
}
