import DOMPurify, { type Config } from 'dompurify';
import { HTML_POLICY } from '../../lib/html-policy.ts';

const CONFIG = {
  ALLOWED_TAGS: [
    ...['h2', 'h3', 'h4', 'p', 'ul', 'ol', 'li', 'strong', 'em', 'code', 'pre', 'a', 'img', 'br'],
    ...['div', 'table', 'thead', 'tbody', 'tr', 'th', 'td', 'blockquote'],
  ],
  ALLOWED_ATTR: [
    ...['href', 'id', 'src', 'alt', 'width', 'height', 'loading', 'class', 'tabindex', 'start'],
  ],
  ALLOW_DATA_ATTR: false,
  RETURN_TRUSTED_TYPE: true as const,
  TRUSTED_TYPES_POLICY: HTML_POLICY,
} satisfies Config;

/** The text of a guide for the page, whose policy takes sanitised markup only. */
export function guideHtml(html: string): TrustedHTML {
  return DOMPurify.sanitize(html, CONFIG);
}
