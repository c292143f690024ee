import { bottomTaken, useFollowed } from './use-composer-space.ts';

export type Box = Pick<DOMRect, 'left' | 'right' | 'top' | 'bottom'>;

/** Space between toasts and what they must not cover; their hover area ends within it. */
const GAP = 12;
/** Height of one toast until it is on the screen. */
const USUAL_HEIGHT = 54;

const LAYERS = '[role="dialog"], [role="alertdialog"], [role="menu"]';
const BUTTONS = 'button, a[href], [role^="menuitem"], [role="option"]';
const SENDING = '[type="submit"]';
const CONTROLS = `${BUTTONS}, input, textarea, select, [contenteditable="true"]`;

/**
 * The lowest place for a box of that size in the columns of `toasts` that covers none of the others, in px from the
 * bottom edge and at least `lowest`; null without any.
 */
export function placeFor(
  toasts: Pick<Box, 'left' | 'right'> & { height: number },
  { others, screen, lowest }: { others: readonly Box[]; screen: number; lowest: number },
): number | null {
  const beside = others.filter(({ left, right }) => left < toasts.right && right > toasts.left);
  let floor = screen - lowest;
  while (floor - toasts.height >= 0) {
    const [from, to] = [floor - toasts.height - GAP, floor + GAP];
    const covered = beside.filter(({ top, bottom }) => top < to && bottom > from);
    if (covered.length === 0) return screen - floor;
    floor = Math.min(...covered.map(({ top }) => top)) - GAP;
  }
  return null;
}

/** Without what is scrolled out of the layer. */
function boxesIn(layer: Element, selector: string): Box[] {
  const around = layer.getBoundingClientRect();
  return [...layer.querySelectorAll(selector)]
    .map((one) => one.getBoundingClientRect())
    .filter(({ width, height }) => width > 1 && height > 1)
    .filter(({ top, bottom }) => top < around.bottom && bottom > around.top);
}

/**
 * The part of the bottom of the screen, in px, below the toasts: composers, and as much of the open dialog, sheet
 * or menu that none of its controls is covered; none of its buttons, or of those that send, where that is too much.
 */
function measure(): number {
  const taken = bottomTaken();
  const layer = [...document.querySelectorAll(LAYERS)].at(-1);
  const toaster = document.querySelector('[data-sonner-toaster]');
  if (!layer || !toaster) return taken;
  const heights = [...toaster.querySelectorAll<HTMLElement>('[data-removed="false"]')]
    .slice(0, 3)
    .map(({ offsetHeight }) => (offsetHeight || USUAL_HEIGHT) + 8);
  const { left, right } = toaster.getBoundingClientRect();
  const toasts = { left, right, height: heights.reduce((sum, one) => sum + one, 0) };
  const around = { screen: window.innerHeight, lowest: taken + GAP };
  for (const selector of [CONTROLS, BUTTONS, SENDING]) {
    const place = placeFor(toasts, { ...around, others: boxesIn(layer, selector) });
    if (place !== null) return place - GAP;
  }
  return taken;
}

/** Follows `measure` while `active`. */
export const useToastRoom = (active: boolean): number => useFollowed(measure, active);
