import type { Page } from '@playwright/test';

const FIRST = 'ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ';
const SYLLABLES = 0xac00;
const PER_FIRST = 588;
const PER_VOWEL = 28;

/** Composition steps of a syllable: ㅎ, 하, 한. */
function stepsOf(syllable: string): string[] {
  const code = syllable.charCodeAt(0) - SYLLABLES;
  if (code < 0 || code >= FIRST.length * PER_FIRST) return [syllable];
  const first = FIRST[Math.floor(code / PER_FIRST)] ?? syllable;
  const open = String.fromCharCode(SYLLABLES + code - (code % PER_VOWEL));
  return open === syllable ? [first, syllable] : [first, open, syllable];
}

/**
 * Types into the focused element like a Korean input method, composing each syllable. `openEnd`
 * leaves the last syllable under composition.
 */
export async function typeHangul(page: Page, text: string, options: { openEnd?: boolean } = {}) {
  const session = await page.context().newCDPSession(page);
  const letters = [...text];
  for (const [index, letter] of letters.entries()) {
    for (const step of stepsOf(letter)) {
      await session.send('Input.imeSetComposition', {
        text: step,
        selectionStart: step.length,
        selectionEnd: step.length,
      });
    }
    const isLast = index === letters.length - 1;
    if (!isLast || options.openEnd !== true) {
      await session.send('Input.insertText', { text: letter });
    }
  }
  await session.detach();
}
