import { LIMITS } from '@naru/contract/limits';
import { Parser } from 'htmlparser2';
import { openingTag } from './blocks.ts';

/** Changes the addresses of the pictures of HTML as far as it is not nested deeper than posts may be. */
export function mapImages(html: string, change: (address: string) => string): string {
  const parts: string[] = [];
  let copied = 0;
  let depth = 0;
  const parser = new Parser({
    onopentag(tag, attributes) {
      depth += 1;
      if (depth > LIMITS.contentMaxDepth) parser.pause();
      if (tag !== 'img' || attributes.src === undefined) return;
      const src = change(attributes.src);
      if (src === attributes.src) return;
      // Behind a closing tag with white space the parser names its end as the start.
      const start = html.indexOf('<', parser.startIndex);
      parts.push(html.slice(copied, start), openingTag(tag, { ...attributes, src }));
      copied = parser.endIndex + 1;
    },
    onclosetag() {
      depth -= 1;
    },
  });
  parser.end(html);
  return parts.join('') + html.slice(copied);
}
