import { createStore } from './store.ts';

const THEMES = [
  { media: '(prefers-color-scheme: light)', ending: '' },
  { media: '(prefers-color-scheme: dark)', ending: '-dark' },
];

/**
 * Links the splash of the installed app on an iPhone or iPad, which iOS reads when the site is added
 * to the home screen. It takes a picture of exactly the size of the screen.
 */
export function linkSplashScreens(page: Document): void {
  if (!('standalone' in navigator)) return;
  const icon = page.querySelector<HTMLLinkElement>('link[rel="apple-touch-icon"]')?.href;
  const version = icon ? new URL(icon).search : '';
  const sides = [screen.width, screen.height].map((side) => Math.round(side * devicePixelRatio));
  const [width, height] = sides.sort((one, other) => one - other);
  for (const { media, ending } of THEMES) {
    const link = page.createElement('link');
    link.rel = 'apple-touch-startup-image';
    link.media = media;
    link.href = `/app-icons/splash-${width}x${height}${ending}.png${version}`;
    page.head.append(link);
  }
}

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
  // The offer may have come since this module was loaded.
  read();
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
