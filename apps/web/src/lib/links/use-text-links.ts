import { useEffect } from 'react';
import { createStore, useStore } from '../store.ts';
import { type FindAddresses, type LinkPart, splitLinks } from './text-links.ts';

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
