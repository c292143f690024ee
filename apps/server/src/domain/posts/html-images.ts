import { LIMITS } from '@naru/contract/limits';
import { TEXTS } from '@naru/contract/texts';
import { Parser } from 'htmlparser2';
import { fieldError } from '../../platform/errors.ts';
import { openingTag } from './blocks.ts';

/**
 * Changes the addresses of the pictures of HTML, and nothing else of it. Throws VALIDATION_FAILED when tags are
 * nested deeper than posts may be.
 */
export function mapImages(html: string, change: (address: string) => string): string {
  const parts: string[] = [];
  let copied = 0;
  let depth = 0;
  const parser = new Parser({
    onopentag(tag, attributes) {
      depth += 1;
      if (depth > LIMITS.contentMaxDepth) throw fieldError('content', TEXTS.contentTooDeep);
      if (tag !== 'img' || attributes.src === undefined) return;
      const src = change(attributes.src);
      if (src === attributes.src) return;
      parts.push(html.slice(copied, parser.startIndex), openingTag(tag, { ...attributes, src }));
      copied = parser.endIndex + 1;
    },
    onclosetag() {
      depth -= 1;
    },
  });
  parser.end(html);
  return parts.join('') + html.slice(copied);
}
