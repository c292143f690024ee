import { createStore } from './store.ts';

/** Chromium's offer to install the site, as `public/start.js` stored it. */
type InstallOffer = Event & { prompt: () => Promise<{ outcome: 'accepted' | 'dismissed' }> };
type WithOffer = { naruInstall?: InstallOffer };

const STANDALONE = '(display-mode: standalone)';

/** How this device installs the site; null where it cannot, or where this is the installed app. */
export type InstallWay = 'prompt' | 'ios' | null;

function readWay(): InstallWay {
  if (window.matchMedia(STANDALONE).matches) return null;
  // Only Safari of iPhones and iPads has the property.
  const { standalone } = navigator as { standalone?: boolean };
  if (standalone !== undefined) return standalone ? null : 'ios';
  return (window as WithOffer).naruInstall ? 'prompt' : null;
}

export const installWay = createStore<InstallWay>(readWay());

export function watchInstall(): void {
  const read = () => installWay.set(readWay());
  window.addEventListener('naru-install', read);
  window.addEventListener('appinstalled', () => {
    delete (window as WithOffer).naruInstall;
    read();
  });
}

/** Shows the browser's question; an offer can be used once. */
export async function install(): Promise<void> {
  const offer = (window as WithOffer).naruInstall;
  delete (window as WithOffer).naruInstall;
  installWay.set(readWay());
  await offer?.prompt();
}
