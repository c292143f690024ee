import { nearestTextColor } from '@naru/contract/text-colors';

/** Names the nearest colour of the palette; true when a background colour is dropped. */
export function nameColors(body: HTMLElement): boolean {
  let hasBackground = body.querySelector('mark') !== null;
  for (const element of body.querySelectorAll<HTMLElement>('[style], font[color]')) {
    const { color, backgroundColor } = element.style;
    const named = nearestTextColor(color || (element.getAttribute('color') ?? ''));
    if (named !== null && element.closest('a') === null) element.dataset.color = named;
    hasBackground ||= nearestTextColor(backgroundColor) !== null;
  }
  return hasBackground;
}
