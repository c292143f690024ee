import { isWebAddress } from '@naru/contract/web-address';
import { useEffect } from 'react';
import { createStore, useStore } from '../store.ts';

/** Loaded with the first text that has an address. */
const finder = createStore<FindAddresses | null>(null);

async function load(): Promise<void> {
  const { find } = await import('linkifyjs');
  finder.set((text) => find(text, 'url').map(({ value, start }) => ({ value, start })));
}

/** The parts of a text; all of it plain until what finds addresses has loaded, or where that fails. */
export function useTextLinks(text: string): LinkPart[] {
  const find = useStore(finder);
  const mayHaveLinks = /https?:\/\//i.test(text);
  useEffect(() => {
    if (mayHaveLinks && find === null) void load().catch(() => undefined);
  }, [mayHaveLinks, find]);
  return mayHaveLinks && find !== null ? splitLinks(text, find) : [{ text, href: null }];
}

/** A part of a text; `href` is null for the words between addresses. */
export type LinkPart = { text: string; href: string | null };

/** Finds addresses in a text, as `find` of linkifyjs does. */
export type FindAddresses = (text: string) => { value: string; start: number }[];

/** Marks that close a sentence and are no part of an address, besides those that linkifyjs knows. */
const CLOSING: ReadonlySet<string | undefined> = new Set('…。、，！？·~*_');
/** Particles and endings that people write behind an address without a space. */
const PARTICLE =
  /(?:에서는|에서도|에서|에게|에는|에도|에|으로도|으로|로도|로|까지|부터|처럼|보다|마다|이라고|라고|이라는|라는|이나|나|이랑|랑|하고|과|와|은|는|이|가|을|를|도|만|의|입니다|이에요|예요|이요|요|인데)요?$/u;
/** A host never goes on in Hangul behind Latin letters. */
const HANGUL_BEHIND_HOST =
  /^(https?:\/\/[\w.-]+\.[a-z]{2,}|https?:\/\/[\d.]+(?::\d+)?)[가-힣].*$/iu;

/** Addresses of one text that are links; a page shows a hundred comments or messages. */
const LINKS_MAX = 20;

/** Divides a text at the first 20 http and https addresses that are written out in it. */
export function splitLinks(text: string, find: FindAddresses): LinkPart[] {
  const parts: LinkPart[] = [];
  let from = 0;
  let links = 0;
  for (const { value, start } of find(text)) {
    const address = trimAddress(value);
    if (!isWebAddress(address)) continue;
    if (links === LINKS_MAX) break;
    links += 1;
    parts.push({ text: text.slice(from, start), href: null }, { text: address, href: address });
    from = start + address.length;
  }
  parts.push({ text: text.slice(from), href: null });
  return parts.filter((part) => part.text !== '');
}

/** Leaves what follows an address without a space to the sentence. */
export function trimAddress(value: string): string {
  const host = HANGUL_BEHIND_HOST.exec(value)?.[1] ?? value;
  const closed = host.slice(0, lengthUnclosed(host));
  const bare = closed.replace(PARTICLE, '');
  // A Korean word of the address itself, such as the name of an article, ends in anything.
  return /[가-힣]$/u.test(bare) ? closed : bare;
}

/** Length without the marks at the end, each of which is read once. */
export function lengthUnclosed(letters: ArrayLike<string>): number {
  let length = letters.length;
  while (CLOSING.has(letters[length - 1])) length -= 1;
  return length;
}
