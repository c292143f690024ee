/** A press on a toast must not dismiss anything below it. */
export function isInToaster(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[data-sonner-toaster]') !== null;
}

/** Dialogs, menus and toasts above a popover. */
export function isInLayerAbove(target: EventTarget | null): boolean {
  return (
    isInToaster(target) ||
    (target instanceof Element &&
      target.closest('[role="dialog"], [role="alertdialog"], [role="menu"]') !== null)
  );
}
