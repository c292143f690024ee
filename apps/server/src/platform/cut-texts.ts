/** Bytes of JSON up to which no text is cut, so that names, addresses and dates stay whole. */
const NEVER_CUT = 130;
/** Code units of a link. */
const ADDRESS_MAX = 500;
const ELLIPSIS = '…';
/** Code units before a cut in which the last whole grapheme is looked for. */
const WINDOW = 256;

const segmenter = new Intl.Segmenter('ko', { granularity: 'grapheme' });

/** A field of an object in a list, or of a part of one, with its bytes of JSON. */
interface Place {
  holder: Record<string, unknown>;
  key: string;
  text: string;
  bytes: number;
}

/**
 * Shortens the longest texts inside the lists of the JSON to a common length, so that it has at most `max` bytes;
 * leaves it unchanged if it fits. Texts outside of lists, strings that are elements of a list, and addresses are
 * never cut, so the result can still be longer.
 */
export function cutTexts(json: string, max: number): string {
  // A code unit has three bytes at most.
  if (json.length * 3 <= max) return json;
  const excess = Buffer.byteLength(json) - max;
  if (excess <= 0) return json;
  const value: unknown = JSON.parse(json);
  const places: Place[] = [];
  collect(value, false, places);
  const longest = levelOf(places, excess);
  for (const { holder, key, text, bytes } of places) {
    if (bytes > longest) holder[key] = cutToBytes(text, longest);
  }
  return JSON.stringify(value);
}

function collect(value: unknown, isListed: boolean, places: Place[]): void {
  if (typeof value !== 'object' || value === null) return;
  const isList = Array.isArray(value);
  const holder = value as Record<string, unknown>;
  for (const [key, part] of Object.entries(holder)) {
    if (typeof part !== 'string') collect(part, isListed || isList, places);
    else if (isListed && !isList) addPlace(places, holder, key, part);
  }
}

function addPlace(
  places: Place[],
  holder: Record<string, unknown>,
  key: string,
  text: string,
): void {
  const bytes = bytesOf(text);
  if (bytes > NEVER_CUT && !isAddress(text)) places.push({ holder, key, text, bytes });
}

/** Cut ones would lead nowhere. */
function isAddress(text: string): boolean {
  return text.length <= ADDRESS_MAX && /^(?:\/|https?:)\S+$/.test(text);
}

/** Bytes that the longest text may have, so that together they lose `excess` bytes. */
function levelOf(places: readonly Place[], excess: number): number {
  const sizes = places.map(({ bytes }) => bytes).toSorted((a, b) => b - a);
  let sum = 0;
  for (const [at, size] of sizes.entries()) {
    sum += size;
    const level = Math.floor((sum - excess) / (at + 1));
    if (level >= (sizes[at + 1] ?? 0)) return Math.max(level, NEVER_CUT);
  }
  return NEVER_CUT;
}

/** The beginning of the text, with an ellipsis, in at most `max` bytes of JSON. */
function cutToBytes(text: string, max: number): string {
  let [low, high] = [0, Math.min(text.length, max)];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (bytesOf(text.slice(0, middle)) <= max - Buffer.byteLength(ELLIPSIS)) low = middle;
    else high = middle - 1;
  }
  return text.slice(0, lastStartBefore(text, low)).trimEnd() + ELLIPSIS;
}

/** Where the last grapheme begins that ends at `end` or later. */
function lastStartBefore(text: string, end: number): number {
  const from = Math.max(0, end - WINDOW);
  const { index = 0 } =
    segmenter.segment(text.slice(from, end + WINDOW)).containing(end - from) ?? {};
  return from + index;
}

const bytesOf = (text: string) => Buffer.byteLength(JSON.stringify(text));
