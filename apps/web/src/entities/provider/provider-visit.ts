/** Why this tab went to the sign-in provider, and the page to open afterwards, an unchecked path. */
export type ProviderVisit = { purpose: 'login' | 'link'; to?: string | undefined };

const KEY = 'naru.provider';

/** Goes to the page of the provider, whose address the server gave. */
export function leaveForProvider(url: string, visit: ProviderVisit): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(visit));
  } catch {
    // Without storage the way back ends on the main page.
  }
  location.assign(url);
}

/** The visit that this tab returns from; a login when nothing is stored. */
export function readProviderVisit(): ProviderVisit {
  try {
    const { purpose, to } = JSON.parse(sessionStorage.getItem(KEY) ?? '{}');
    return { purpose: purpose === 'link' ? 'link' : 'login', to };
  } catch {
    return { purpose: 'login' };
  }
}

export function clearProviderVisit(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Without storage there is nothing to remove.
  }
}
