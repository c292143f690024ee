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
