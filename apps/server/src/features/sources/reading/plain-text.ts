import { Parser } from 'htmlparser2';

/** Formatting that lists put into titles; `<T>` and `<필독>` are no tags. */
const TAGS =
  /<\/?(?:a|b|br|del|em|font|i|img|ins|mark|p|s|small|span|strong|sub|sup|u)(?:\s[^<>]*)?\/?>/gi;
/** An entity whose sign was escaped once more. */
const ESCAPED_TWICE = /&amp;(?=(?:amp|lt|gt|quot|apos|nbsp|#\d{1,6}|#x[\da-f]{1,6});)/gi;
const ENTITY = /&(?:[a-z]{2,8}|#\d{1,6}|#x[\da-f]{1,6});/gi;

/** Text with the characters for its entities; tags stay as they are. */
export function decodeEntities(text: string): string {
  return text.replaceAll(ENTITY, (entity) => {
    let character = '';
    const parser = new Parser({ ontext: (part) => (character += part) });
    parser.end(entity);
    return character;
  });
}

/** The title in a field that may hold HTML, or text that was escaped once too often. */
export function plainTitle(text: string): string {
  return decodeEntities(decodeEntities(text.replaceAll(TAGS, '')));
}

/** HTML of a field, also where the whole of it was escaped, or its entities were. */
export function htmlOfField(text: string): string {
  const isEscaped = !/<[a-z!/]/i.test(text) && /&lt;\/?[a-z]/i.test(text);
  return (isEscaped ? decodeEntities(text) : text).replaceAll(ESCAPED_TWICE, '&');
}
