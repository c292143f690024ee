export type TextPart = { kind: 'text' | 'link'; text: string; at: number };

/** ASCII only, because Hangul after an address (`https://a.kr/b에서`) belongs to the sentence. */
const ADDRESS = /https?:\/\/(?=[\w[])[\w\-.~:/?#[\]@!$&'()*+,;=%]+/gi;
const TRAILING = /[.,:;!?'*]$/;

function isUnbalanced(text: string): boolean {
  return text.endsWith(')') && text.split(')').length > text.split('(').length;
}

function trimPunctuation(text: string): string {
  let end = text;
  while (TRAILING.test(end) || isUnbalanced(end)) end = end.slice(0, -1);
  return end;
}

/** Splits text into http(s) links and the text between them. */
export function splitLinks(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let done = 0;
  const add = (kind: TextPart['kind'], from: number, to: number) => {
    if (to > from) parts.push({ kind, text: text.slice(from, to), at: from });
  };
  for (const match of text.matchAll(ADDRESS)) {
    const address = trimPunctuation(match[0]);
    if (!URL.canParse(address)) continue;
    add('text', done, match.index);
    done = match.index + address.length;
    add('link', match.index, done);
  }
  add('text', done, text.length);
  return parts;
}
