import type { AnyRouter } from '@tanstack/react-router';

/** Where `public/start.js` says that texts have the letters of the device. */
const marks = document.documentElement.dataset;

/** Loads the font of the site; where that fails, texts stay as they are. */
async function loadFont(): Promise<void> {
  await document.fonts.load('1em "Naru Sans"').catch(() => undefined);
}

/** Requests the font before the texts come, so that they do not move; not on a first visit. */
export function startFont(): void {
  if (marks.fonts === undefined) void loadFont();
}

/** Gives a first visit the font with its next page: no text changes while it is read. */
export async function followFont(router: Pick<AnyRouter, 'subscribe'>): Promise<void> {
  if (marks.fonts === undefined) return;
  await loadFont();
  const stop = router.subscribe('onBeforeLoad', ({ pathChanged }) => {
    if (!pathChanged) return;
    stop();
    delete marks.fonts;
  });
}
