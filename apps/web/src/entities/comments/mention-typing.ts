import { typedMention } from '@naru/contract/mentions';
import { startsWithTyped } from '../../lib/hangul/starts-with.ts';

/** Somebody who can be mentioned. */
export type Person = { id: number; nickname: string; profileThumbnails: string | null };

/** The `@` that is being typed: its place in the text, and the letters behind it. */
export type Typing = { at: number; typed: string };

/** Suggestions at most; more would cover the thread on a phone. */
const SUGGESTED = 5;

/** The mention that is being typed before the caret, or null; `isInput`: the text has just changed. */
export function typingAt(area: HTMLTextAreaElement, isInput = false): Typing | null {
  const { selectionStart, selectionEnd: caret, value } = area;
  // WebKit selects the composing syllable until it has fired the input event.
  if (selectionStart !== caret && !isInput) return null;
  const typed = typedMention(value.slice(0, caret));
  return typed === null ? null : { at: caret - typed.length - 1, typed };
}

/** Those whose nickname begins with what is typed, each once, those of the thread first. */
export function suggestionsOf(
  typed: string,
  {
    thread,
    found,
    except,
  }: { thread: readonly Person[]; found: readonly Person[]; except: number },
): Person[] {
  const all = new Map<number, Person>();
  for (const person of [...thread, ...found]) {
    const isMeant = person.id !== except && startsWithTyped(person.nickname, typed);
    if (isMeant && !all.has(person.id)) all.set(person.id, person);
  }
  const people = [...all.values()].slice(0, SUGGESTED);
  // Nothing is left to choose once the one name is complete.
  const isComplete = people.length === 1 && people[0]?.nickname === typed;
  return isComplete ? [] : people;
}

/** The text with a nickname in place of what is typed, and the place of the caret behind it. */
export function withMention(
  text: string,
  { at, typed }: Typing,
  nickname: string,
): { text: string; caret: number } {
  const rest = text.slice(at + 1 + typed.length);
  const start = `${text.slice(0, at)}@${nickname}`;
  const space = /^\s/.test(rest) ? '' : ' ';
  return { text: start + space + rest, caret: start.length + 1 };
}
