import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../scripts/lib/root.mjs';
import { filesBelow, sourceFiles } from '../../scripts/lib/source-files.mjs';
import {
  compact,
  faultsOfUntested,
  findIds,
  findOutsideCitations,
  isTestFile,
  parseRules,
  parseUntested,
  repeated,
} from './requirements.mjs';

const PAGES = 'docs/requirements';
/** Says which rules no test is about, and why. */
const PROOF = 'docs/proof.md';
const TEXT = /\.(ts|tsx|mjs|cjs|js|css|sql|md|html|json|sh|yml)$/;

const read = (file) => readFileSync(join(root, file), 'utf8');
const pages = filesBelow(PAGES).map((page) => parseRules(page, read(page)));
const rules = pages.flatMap((page) => page.rules);
const known = new Set(rules);
const problems = [
  ...pages.flatMap((page) => page.problems),
  ...repeated(rules).map((id) => `${PAGES}: ${id} stands there twice`),
];
const tested = new Set();

for (const file of [...sourceFiles(), ...filesBelow('docs')].filter((name) => TEXT.test(name))) {
  const text = read(file);
  for (const { id, line } of rules.length > 0 ? findIds(text, rules) : []) {
    if (!known.has(id)) {
      problems.push(`${file}:${line}: ${id} is no requirement`);
    } else if (isTestFile(file)) {
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
problems.push(...faultsOfUntested(PROOF, untested, parseUntested(read(PROOF))));
console.log(
  `${untested.length} of ${rules.length} requirements are named by no test, see ${PROOF}:`,
);
for (const line of compact(untested)) console.log(`  ${line}`);
for (const problem of problems) console.error(problem);
console.log(`${rules.length} requirements, ${problems.length} problems.`);
process.exitCode = rules.length === 0 || problems.length > 0 ? 1 : 0;
