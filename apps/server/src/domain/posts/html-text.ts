import { hasMarkRun } from '@naru/contract/text';
import { TEXTS } from '@naru/contract/texts';
import { fieldError } from '../../platform/errors.ts';

const RAISED = new Map(zip('0123456789+-−=()ni', '⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ⁿⁱ'));
const LOWERED = new Map(zip('0123456789+-−=()aeoxijn', '₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎ₐₑₒₓᵢⱼₙ'));
const MARKUP = /[&<>]/;
const SCRIPT = /<su([pb])>([^<]*)<\/su[pb]>/g;

function zip(from: string, to: string): [string, string][] {
  const signs = [...to];
  return [...from].map((sign, index) => [sign, signs[index] ?? sign]);
}

/** `10⁻³`, and `2^(k+1)` where a character has no raised form. */
function scriptText(_: string, kind: string, text: string): string {
  const signs = [...text];
  const forms = kind === 'p' ? RAISED : LOWERED;
  const formed = signs.map((sign) => forms.get(sign));
  if (!formed.includes(undefined)) return formed.join('');
  return `${kind === 'p' ? '^' : '_'}${signs.length === 1 ? text : `(${text})`}`;
}

/** Expects sanitised HTML, in which angle brackets occur in tags only. Throws VALIDATION_FAILED. */
export function htmlToText(html: string): string {
  const text = html
    .replace(SCRIPT, scriptText)
    // A row is one line: the last block of a cell ends with a space.
    .replace(/(?:<\/p>)?<\/t[dh]>/g, ' ')
    .replace(/<br \/>|<hr \/>|<table>|<\/(?:p|h2|h3|li|blockquote|pre|tr|table)>/g, '\n')
    .replace(/<[^>]*>/g, '')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&amp;/g, '&');
  if (hasMarkRun(text)) throw fieldError('content', TEXTS.marksTooMany);
  // Line by line: one pattern over runs of white space would be quadratic.
  return text
    .normalize('NFC')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('\n');
}

/** Text as HTML. */
export function escapeText(text: string): string {
  if (!MARKUP.test(text)) return text;
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
}
