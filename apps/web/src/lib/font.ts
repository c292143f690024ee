/** The font of the site's texts where it is at hand; `public/start.js` leaves it out of a first visit. */
export const isFontShown = () => document.documentElement.dataset.fonts === undefined;

/** Requests the font, also where no text shows it yet: the next page then has it. */
export function loadFont(): void {
  void document.fonts.load('1em "Naru Sans"').catch(() => undefined);
}
