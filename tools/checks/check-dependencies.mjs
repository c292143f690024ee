import swc from '@swc/core';
import { cruise } from 'dependency-cruiser';
import config from '../../.dependency-cruiser.cjs';
import { root } from '../../scripts/lib/root.mjs';

const FOLDERS = ['packages/contract/src', 'packages/demo/src', 'apps/server/src', 'apps/web/src'];
/** Each of them must contain parsed files. */
const WATCHED = [...FOLDERS, 'apps/server/src/domain/'];
const VALUE_RULE = /^value-/;

let valuesOnly = false;
const parseFile = swc.parseFileSync;
/** Syntax trees by file: several passes read the same ones. */
const trees = new Map();

/**
 * dependency-cruiser parses TypeScript through swc here (it does not support TypeScript 7), but
 * does not enable JSX and does not mark type-only imports: this wrapper adds both.
 */
swc.parseFileSync = (file, options) => {
  const tree = trees.get(file) ?? parseFile(file, { ...options, tsx: file.endsWith('.tsx') });
  trees.set(file, tree);
  return valuesOnly ? { ...tree, body: tree.body.filter(({ typeOnly }) => !typeOnly) } : tree;
};

async function check(forbidden, more = {}) {
  const { output } = await cruise(FOLDERS, {
    ...config.options,
    ...more,
    ruleSet: { forbidden },
    validate: true,
    outputType: 'json',
  });
  return JSON.parse(output);
}

function show({ from, to, rule, cycle }) {
  const target = cycle ? cycle.map(({ name }) => name).join(' -> ') : to;
  const comment = config.forbidden.find(({ name }) => name === rule.name)?.comment ?? '';
  console.error(`${rule.name}: ${from}${target === from ? '' : ` -> ${target}`}\n    ${comment}`);
}

process.chdir(root);
const folderRules = config.forbidden.filter(({ scope }) => scope === 'folder');
const fileRules = config.forbidden.filter((rule) => !folderRules.includes(rule));
const all = await check(fileRules.filter(({ name }) => !VALUE_RULE.test(name)));
// Folder cycles count inside the rule's own folder only: app/ holds paths.ts and imports
// everything.
const folders = await Promise.all(
  folderRules.map((rule) => check([rule], { includeOnly: rule.from.path })),
);
valuesOnly = true;
const values = await check(config.forbidden.filter(({ name }) => VALUE_RULE.test(name)));

const violations = [all, values, ...folders].flatMap(({ summary }) => summary.violations);
for (const violation of violations) show(violation);
// A rule for a renamed folder would never match again.
const sources = all.modules.map(({ source }) => source);
const idle = config.forbidden
  .filter(({ from }) => from.path && !sources.some((source) => new RegExp(from.path).test(source)))
  .map(({ name }) => name);
if (idle.length > 0) console.error(`No file is under the rules ${idle.join(', ')}.`);
// Without a TypeScript parser the tool reads nothing and reports no errors: that must not pass.
const blind = WATCHED.filter((folder) =>
  [all, values].some(
    ({ modules }) =>
      !modules.some(({ source, dependencies }) => source.startsWith(folder) && dependencies.length),
  ),
);
if (blind.length > 0) {
  console.error(`No dependencies were read in ${blind.join(', ')}: the check saw nothing there.`);
}
console.log(`${all.modules.length} modules looked at, ${violations.length} violations.`);
process.exitCode = blind.length > 0 || idle.length > 0 || violations.length > 0 ? 1 : 0;
