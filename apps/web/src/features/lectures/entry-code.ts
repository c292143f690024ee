import { createStore } from '../../lib/store.ts';

export type EntryQuestion = {
  /** Of the lecture. */
  title: string;
  /** The code that was refused, and why. */
  refused: { code: string; problem: string } | undefined;
  answer: (code: string | null) => void;
};

/** The open question; `EntryCodeHost` shows it. */
export const entryQuestion = createStore<EntryQuestion | null>(null);

/** Asks for the entry code of a members-only room; null when cancelled. */
export function askEntryCode(options: Omit<EntryQuestion, 'answer'>): Promise<string | null> {
  return new Promise((resolve) => {
    entryQuestion.get()?.answer(null);
    const answer = (code: string | null) => {
      entryQuestion.set(null);
      resolve(code);
    };
    entryQuestion.set({ ...options, answer });
  });
}
