import type { AnyRouter } from '@tanstack/react-router';

export const MAIN_ID = 'main';

/**
 * On navigation to another page (not another query), focuses the page heading so that keyboard and
 * screen reader users start at the new content. Skips the first load; a panel that is a child route
 * manages its own focus.
 */
export function focusPageOnNavigation(router: AnyRouter): void {
  let page: string | undefined;
  router.subscribe('onRendered', ({ fromLocation, toLocation }) => {
    const before = page;
    page = router.state.matches[1]?.id;
    if (!fromLocation || fromLocation.pathname === toLocation.pathname || page === before) return;
    if (document.querySelector('[data-modal]')) return;
    const main = document.getElementById(MAIN_ID);
    // Keeps the focus in a form that autofocused its first field.
    if (document.activeElement?.matches(`#${MAIN_ID} :is(input, textarea, [contenteditable])`))
      return;
    const heading = main?.querySelector<HTMLElement>('[data-page-heading]');
    (heading ?? main)?.focus({ preventScroll: true });
  });
}
