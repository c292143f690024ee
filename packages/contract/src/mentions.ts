import { LIMITS } from './limits.ts';

/** The letters of nicknames. */
const LETTERS = '0-9A-Za-z가-힣ㄱ-ㅎㅏ-ㅣ';
/** Not inside an e-mail or web address. */
const AT = '(?<![0-9A-Za-z_.+/-])@';
/** Letters may follow the nickname, as in `@등대님`. */
const PLACE = new RegExp(`${AT}([${LETTERS}]{1,${LIMITS.nicknameMax}})`, 'g');
/** A mention that is being typed at the end of a text, with its letters until then. */
export const MENTION_START = new RegExp(`${AT}([${LETTERS}]{0,${LIMITS.nicknameMax}})$`);
/** Further mentions of a text are ignored. */
const PLACES_MAX = 20;

interface Named {
  name: string;
}

/** A part of a text; `person` is the one whom it mentions, null for ordinary text. */
export interface MentionPart<T> {
  text: string;
  person: T | null;
}

/** Lower-case nicknames that the text may mention: every prefix of what follows an `@`. */
export function possibleNames(text: string): string[] {
  const runs = [...text.matchAll(PLACE)].slice(0, PLACES_MAX).map(([, run = '']) => run);
  return [...new Set(runs.flatMap(prefixesOf))];
}

/** Splits a text at its mentions; where several nicknames match, the longest wins. */
export function splitMentions<T extends Named>(
  text: string,
  people: readonly T[],
): MentionPart<T>[] {
  const byName = new Map(people.map((person) => [person.name.toLowerCase(), person]));
  const parts: MentionPart<T>[] = [];
  let from = 0;
  for (const { index, 1: run = '' } of text.matchAll(PLACE)) {
    const name = prefixesOf(run).findLast((beginning) => byName.has(beginning));
    if (name === undefined) continue;
    const to = index + 1 + name.length;
    parts.push({ text: text.slice(from, index), person: null });
    parts.push({ text: text.slice(index, to), person: byName.get(name) ?? null });
    from = to;
  }
  parts.push({ text: text.slice(from), person: null });
  return parts.filter((part) => part.text !== '');
}

function prefixesOf(run: string): string[] {
  const letters = [...run.toLowerCase()];
  return letters.map((_, at) => letters.slice(0, at + 1).join(''));
}
