const PARTS = /\*\*\/|\*|\{[^}]*\}|\[[^\]]*\]|[^*{[]+/g;

const escaped = (text) => text.replace(/[\\^$.|?+()[\]{}]/g, '\\$&');

function part(text) {
  if (text === '**/') return '(?:.*/)?';
  if (text === '*') return '[^/]*';
  if (text.startsWith('{')) return `(?:${text.slice(1, -1).split(',').map(escaped).join('|')})`;
  return text.startsWith('[') ? text : escaped(text);
}

/** Whether a path fits a pattern with `*`, double `*` for folders, `{a,b}` and `[ab]`. */
export function matchesGlob(path, pattern) {
  const source = pattern.match(PARTS).map(part).join('');
  return new RegExp(`^${source}$`).test(path);
}
