import DOMPurify from 'dompurify';
import { HTML_POLICY } from '../../../lib/html-policy.ts';
import { dropLastBreaks } from '../../../lib/last-breaks.ts';

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** Escapes plain text and wraps each line in a paragraph, without blank lines around it. */
export function textToHtml(text: string): string {
  const lines = text.trimEnd().split('\n');
  return lines
    .slice(lines.findIndex((line) => line.trim() !== ''))
    .map((line) => `<p>${line.replace(/[&<>]/g, (letter) => ESCAPES[letter] ?? '')}</p>`)
    .join('');
}

/** Plain text of a description for editing, one line per paragraph. */
export function htmlToText(html: string): string {
  const body = DOMPurify.sanitize(html, {
    RETURN_DOM_FRAGMENT: true,
    TRUSTED_TYPES_POLICY: HTML_POLICY,
  });
  dropLastBreaks(body);
  for (const br of body.querySelectorAll('br')) br.replaceWith('\n');
  const blocks = [...body.children].map((block) => block.textContent ?? '');
  return blocks.length > 0 ? blocks.join('\n') : (body.textContent ?? '');
}
