import { findBoard } from '@naru/contract/boards';
import { LIMITS } from '@naru/contract/limits';

/** Paths of a post of a board and of a lecture room, with its id last. */
const POST_PATHS = [
  /^\/main\/community\/(?<board>\w+)\/post\/(?<id>[1-9]\d{0,14})\/?$/,
  /^\/main\/study-dashboard\/[1-9]\d*\/(?<id>[1-9]\d{0,14})\/?$/,
];

/** The id of the post that an address of this site leads to; null for all other addresses. */
export function linkedPost(address: string): number | null {
  if (!URL.canParse(address, window.location.origin)) return null;
  const { origin, pathname } = new URL(address, window.location.origin);
  if (origin !== window.location.origin) return null;
  for (const path of POST_PATHS) {
    const { board, id } = path.exec(pathname)?.groups ?? {};
    if (id !== undefined && (board === undefined || findBoard(board))) return Number(id);
  }
  return null;
}

/** An element below the paragraph of a link, for the card of its post. */
export type CardPlace = { id: number; box: HTMLElement };

/** Adds a place for each linked post, once, below the paragraph or list with the first link to it. */
export function addCardPlaces(body: HTMLElement): CardPlace[] {
  const places = new Map<number, CardPlace>();
  for (const link of body.querySelectorAll('a')) {
    const id = linkedPost(link.getAttribute('href') ?? '');
    if (id === null || places.has(id) || places.size === LIMITS.linkCardsMax) continue;
    const box = document.createElement('div');
    blockOf(link, body).after(box);
    places.set(id, { id, box });
  }
  return [...places.values()];
}

function blockOf(link: HTMLElement, body: HTMLElement): Element {
  let block: Element = link;
  while (block.parentElement && block.parentElement !== body) block = block.parentElement;
  return block;
}
