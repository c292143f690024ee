import { findFolded } from '@naru/contract/folding';

/** Text with every occurrence of the words marked, as the search compares them. */
export function MarkedText({ text, words }: { text: string; words: string }) {
  return splitByWords(text, words).map((part, at) =>
    at % 2 === 0 ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other identity
      <mark key={at} className="rounded-xs bg-gold-weak font-bold text-inherit">
        {part}
      </mark>
    ),
  );
}

/** Every second part is an occurrence. */
export function splitByWords(text: string, words: string): string[] {
  const ends = findFolded(text, words).flatMap(({ from, to }) => [from, to]);
  return [0, ...ends].map((from, at) => text.slice(from, ends[at]));
}
