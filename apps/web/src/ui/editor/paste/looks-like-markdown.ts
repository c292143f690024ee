import { LIMITS } from '@naru/contract/limits';

/** Marks that hardly any other text has, anywhere in a line. A plain list with hyphens is no such mark. */
const MARKS = [
  /\*\*[^\s*][^*\n]*\*\*/,
  /\[[^[\]\n]{1,200}\]\((?:https?:\/\/|mailto:)[^\s()]{1,500}\)/,
];
/** Beginnings of a line: code, an item with a box, and a formula. */
const LINE_START = /^(?: {0,3}(?:```|~~~)|\s*[-*+] \[[ xX]\] \S|\$\$)/;
/** Cells of the line below the head of a table. */
const RULE_CELL = /^:?-+:?$/;
/** A heading stands at the beginning or behind an empty line. */
const HEADING = /^#{1,6} \S/;
/** Lines of code, whose comments look like headings. */
const CODE =
  /[;{]$|^\s*(?:import|from|def|class|return|function|const|let|var|#include|library)\b|<-/;
const READ_MAX = 20_000;

/** Whether a text is Markdown that a member may want to have as formatted text. */
export function looksLikeMarkdown(text: string): boolean {
  if (text.length > LIMITS.contentMaxBytes) return false;
  const start = text.slice(0, READ_MAX);
  if (MARKS.some((mark) => mark.test(start))) return true;
  // Line by line: an expression that may cross lines takes time quadratic in empty ones.
  const lines = start.split('\n');
  return (
    lines.some((line) => LINE_START.test(line) || isTableRule(line)) ||
    (lines.some((line, at) => HEADING.test(line) && !lines[at - 1]?.trim()) &&
      !lines.some((line) => CODE.test(line)))
  );
}

function isTableRule(line: string): boolean {
  if (!line.includes('---') || !line.includes('|')) return false;
  const cells = line
    .trim()
    .replace(/^\||\|$/g, '')
    .split('|');
  return cells.every((cell) => RULE_CELL.test(cell.trim()));
}
