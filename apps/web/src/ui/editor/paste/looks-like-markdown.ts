import { LIMITS } from '@naru/contract/limits';

/** Marks that hardly any other text has. A plain list with hyphens is no such mark. */
const MARKS = [
  /^ {0,3}(?:```|~~~)/m,
  /^\s*\|?(?:\s*:?-{3,}:?\s*\|)+(?:\s*:?-{3,}:?\s*\|?)?\s*$/m,
  /\*\*[^\s*][^*\n]*\*\*/,
  /\[[^[\]\n]{1,200}\]\((?:https?:\/\/|mailto:)[^\s()]{1,500}\)/,
  /^\s*[-*+] \[[ xX]\] \S/m,
  /^\$\$/m,
];
/** A heading stands at the beginning or behind an empty line. */
const HEADING = /(?:^|\n\s*\n)#{1,6} \S/;
/** Lines of code, whose comments look like headings. */
const CODE =
  /[;{]$|^\s*(?:import|from|def|class|return|function|const|let|var|#include|library)\b|<-/m;
const READ_MAX = 20_000;

/** Whether a text is Markdown that a member may want to have as formatted text. */
export function looksLikeMarkdown(text: string): boolean {
  if (text.length > LIMITS.contentMaxBytes) return false;
  const start = text.slice(0, READ_MAX);
  return MARKS.some((mark) => mark.test(start)) || (HEADING.test(start) && !CODE.test(start));
}
