import type { AnyRouter } from '@tanstack/react-router';

export const MAIN_ID = 'main';

/**
 * After a change of page (not of its query) the focus goes to the page's heading, so that keyboard
 * and screen reader users start where the new content starts. The first load is left alone, and a
 * panel that is a child route of the page sees to its own focus.
 */
export function focusPageOnNavigation(router: AnyRouter): void {
  let page: string | undefined;
  router.subscribe('onRendered', ({ fromLocation, toLocation }) => {
    const before = page;
    page = router.state.matches[1]?.id;
    if (!fromLocation || fromLocation.pathname === toLocation.pathname || page === before) return;
    if (document.querySelector('dialog:modal')) return;
    const main = document.getElementById(MAIN_ID);
    // A form that took the focus for its first field keeps it.
    if (document.activeElement?.matches(`#${MAIN_ID} :is(input, textarea, [contenteditable])`))
      return;
    const heading = main?.querySelector<HTMLElement>('[data-page-heading]');
    (heading ?? main)?.focus({ preventScroll: true });
  });
}
