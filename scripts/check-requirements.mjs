import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  compact,
  findIds,
  findOutsideCitations,
  parseRules,
  repeated,
} from './lib/requirements.mjs';
import { root } from './lib/root.mjs';

const PAGES = 'docs/requirements';
const CODE = ['apps', 'packages', 'e2e', 'bench', 'scripts'];
const SKIPPED = new Set(['node_modules', 'dist', '.cache']);
const TEXT = /\.(ts|tsx|mjs|cjs|js|css|sql|md|html|json|sh|yml)$/;
const TEST = /\.(test\.(ts|tsx|mjs)|spec\.ts)$/;

/** All text files below a folder of the repository; works without git. */
function filesBelow(folder) {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) {
      return SKIPPED.has(entry.name) ? [] : filesBelow(path);
    }
    return TEXT.test(entry.name) ? [path] : [];
  });
}

const read = (file) => readFileSync(join(root, file), 'utf8');
const pages = filesBelow(PAGES).map((page) => parseRules(page, read(page)));
const rules = pages.flatMap((page) => page.rules);
const known = new Set(rules);
const problems = [
  ...pages.flatMap((page) => page.problems),
  ...repeated(rules).map((id) => `${PAGES}: ${id} stands there twice`),
];
const tested = new Set();

for (const file of [...CODE, 'docs'].filter((f) => existsSync(join(root, f))).flatMap(filesBelow)) {
  const text = read(file);
  for (const { id, line } of rules.length > 0 ? findIds(text, rules) : []) {
    if (!known.has(id)) {
      problems.push(`${file}:${line}: ${id} is no requirement`);
    } else if (TEST.test(file)) {
      tested.add(id);
    }
  }
  if (!file.startsWith('docs/')) {
    problems.push(
      ...findOutsideCitations(text).map((line) => `${file}:${line}: cites a document outside`),
    );
  }
}

const untested = rules.filter((id) => !tested.has(id));
console.log(`${untested.length} of ${rules.length} requirements are named by no test:`);
for (const line of compact(untested)) {
  console.log(`  ${line}`);
}
for (const problem of problems) {
  console.error(problem);
}
console.log(`${rules.length} requirements, ${problems.length} problems.`);
process.exitCode = rules.length === 0 || problems.length > 0 ? 1 : 0;
