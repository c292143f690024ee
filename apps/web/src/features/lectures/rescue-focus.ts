/** After the focused row is gone the focus goes to the page's heading, not to nowhere. */
export function rescueFocus(): void {
  if (document.activeElement !== document.body) return;
  document.querySelector<HTMLElement>('[data-page-heading]')?.focus({ preventScroll: true });
}
