import type { Part } from '../parts.ts';

/**
 * Characters and signs of elements that one part may have: the page makes them safe and draws them without a deadline.
 * A full page of 8-point English in HWP has about 8,000 letters, 1 MB and 16,000 tags.
 */
const CHARACTERS = 1_200_000;
const ELEMENTS = 20_000;
/** The bytes of pictures take no time there. */
const PICTURES = /data:image\/[a-z]+;base64,[A-Za-z0-9+/=]*/g;

export function isHeavyPart(part: Part): boolean {
  if (part.type === 'page') return isHeavy([part.svg]);
  if (part.type === 'prose') return isHeavy([part.html]);
  if (part.type !== 'cell') return false;
  return isHeavy(part.outputs.flatMap((output) => ('html' in output ? [output.html] : [])));
}

export function isHeavy(markups: readonly string[]): boolean {
  let characters = 0;
  let elements = 0;
  for (const markup of markups) {
    const plain = markup.replaceAll(PICTURES, '');
    characters += plain.length;
    elements += plain.split('<', ELEMENTS + 2).length - 1;
  }
  return characters > CHARACTERS || elements > ELEMENTS;
}
