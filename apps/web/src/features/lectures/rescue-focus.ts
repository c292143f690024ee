/** Moves the focus to the page heading after the focused element was removed. */
export function rescueFocus(): void {
  if (document.activeElement !== document.body) return;
  document.querySelector<HTMLElement>('[data-page-heading]')?.focus({ preventScroll: true });
}
