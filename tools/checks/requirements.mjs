const RULE = /^- \*\*([A-Z]+-\d{2,3})\*\* (.+)$/;
const WHY = / _Why: .+_$/;
const OUTSIDE = /\b(?:decisions|quality|spec) [0-9A-Z]/;

/** Parses the rules of one page and collects its errors. */
export function parseRules(page, text) {
  const rules = [];
  const problems = [];
  for (const [index, line] of text.split('\n').entries()) {
    const [, id, rule] = RULE.exec(line) ?? [];
    if (id) {
      rules.push(id);
      if (!WHY.test(rule)) problems.push(`${page}:${index + 1}: ${id} has no reason`);
    } else if (line.startsWith('- ')) {
      problems.push(`${page}:${index + 1}: not a rule with an id`);
    }
  }
  return { rules, problems };
}

export const repeated = (ids) => [...new Set(ids.filter((id, n) => ids.indexOf(id) !== n))];

/** Finds ids with the prefix of a known rule, with their line numbers. */
export function findIds(text, rules) {
  const prefixes = [...new Set(rules.map((id) => id.replace(/-\d+$/, '')))];
  const pattern = new RegExp(`\\b(?:${prefixes.join('|')})-\\d{1,3}\\b`, 'g');
  return text
    .split('\n')
    .flatMap((line, index) => (line.match(pattern) ?? []).map((id) => ({ id, line: index + 1 })));
}

const TEST = /\.(test\.(ts|tsx|mjs)|(spec|journey)\.ts)$/;

/** Whether what a file cites is tested there, by `npm test` or by `npm run test:whole`. */
export const isTestFile = (file) => TEST.test(file);

/** Lines that cite a document outside the repository. */
export const findOutsideCitations = (text) =>
  text.split('\n').flatMap((line, index) => (OUTSIDE.test(line) ? [index + 1] : []));

/** One line per prefix: `CODE 03 12`. */
export function compact(ids) {
  const numbers = new Map();
  for (const id of ids) {
    const [prefix, number] = id.split('-');
    numbers.set(prefix, [...(numbers.get(prefix) ?? []), number]);
  }
  return [...numbers].map(([prefix, list]) => `${prefix} ${list.join(' ')}`);
}

const EXCUSED = /^\| ([A-Z]+-\d{2,3}(?:, [A-Z]+-\d{2,3})*) \| (.+) \|$/;

/** The rules that a page lists as untested, each with its reason: `| ABC-01, ABC-02 | reason |`. */
export function parseUntested(text) {
  return text.split('\n').flatMap((line) => {
    const [, ids, reason] = EXCUSED.exec(line) ?? [];
    return ids ? ids.split(', ').map((id) => ({ id, reason })) : [];
  });
}

/** Lines about rules that neither a test cites nor the page lists, and about lines that nothing needs. */
export function faultsOfUntested(page, untested, listed) {
  const excused = new Set(listed.map(({ id }) => id));
  return [
    ...untested
      .filter((id) => !excused.has(id))
      .map((id) => `${id}: no test cites it, and ${page} does not say why`),
    ...[...excused]
      .filter((id) => !untested.includes(id))
      .map((id) => `${page}: ${id} is listed as untested, but it is no rule or a test cites it`),
  ];
}
