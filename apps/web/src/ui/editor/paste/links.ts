import { unwrap } from './css.ts';

/** Addresses that the schema of the editor takes. */
const STAYS = /^(?:https?:\/\/|mailto:|tel:)/i;
/** Places within the copied page, whose loss nobody notices. */
const WITHIN = /^(?:#|$)/;

/** Removes links that posts cannot have, and returns how many of them led somewhere. */
export function dropLinks(body: HTMLElement): number {
  let lost = 0;
  for (const link of body.querySelectorAll('a')) {
    const href = link.getAttribute('href')?.trim() ?? '';
    if (STAYS.test(href)) continue;
    if (!WITHIN.test(href)) lost += 1;
    unwrap(link);
  }
  return lost;
}
