import { JSDOM } from 'jsdom';

/** What a stored post may consist of (quality XS-16). */
export const ALLOWED_TAGS = new Set(
  'p br hr h2 h3 ul ol li blockquote pre code strong em u s a img span'.split(' '),
);
const ATTRIBUTES: Record<string, RegExp> = {
  'a href': /^https?:\/\/[^\s\\]+$/i,
  'a rel': /^noopener noreferrer nofollow ugc$/,
  'a target': /^_blank$/,
  'img src': /^\/files\/[\w-]+\.webp$/,
  'img alt': /^/,
  'img width': /^\d{1,5}$/,
  'img height': /^\d{1,5}$/,
  'span style': /^font-size:[\d.]+px$/,
};
const { document } = new JSDOM('').window;

/** What a browser makes of the HTML, that the allow-list does not hold. */
export function intruders(html: string): string[] {
  const holder = document.createElement('div');
  holder.innerHTML = html;
  return [...holder.querySelectorAll('*')].flatMap((element) => {
    const tag = element.localName;
    const isHtml = element.namespaceURI === 'http://www.w3.org/1999/xhtml';
    const bad = [...element.attributes]
      .filter(({ name, value }) => ATTRIBUTES[`${tag} ${name}`]?.test(value) !== true)
      .map(({ name, value }) => `${tag} ${name}=${value}`);
    return ALLOWED_TAGS.has(tag) && isHtml ? bad : [tag, ...bad];
  });
}
