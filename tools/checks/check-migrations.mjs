import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadModule } from 'libpg-query';
import { root } from '../../scripts/lib/root.mjs';
import { checkMigration, RULES } from './migration-rules.mjs';

/** Tests pass another folder. */
const folder = process.argv[2] ?? join(root, 'apps/server/migrations');
/**
 * The first migration that must not break the previous release, which serves meanwhile; earlier ones ran on a
 * stopped server.
 */
const FIRST_CHECKED = '0011';

await loadModule();
const names = readdirSync(folder).filter((name) => name.endsWith('.sql'));
let statements = 0;
const problems = [];
for (const name of names.sort()) {
  const found = checkMigration(readFileSync(join(folder, name), 'utf8'));
  statements += found.count;
  if (name < FIRST_CHECKED) continue;
  for (const { line, rule, isUnused } of found.problems) {
    const reason = isUnused ? 'nothing here needs this exception' : RULES[rule];
    problems.push(`${name}:${line}: ${rule}: ${reason}`);
  }
}

for (const problem of problems) console.error(problem);
console.log(
  `${statements} statements of ${names.length} migrations read, ${problems.length} problems.`,
);
process.exitCode = statements === 0 || problems.length > 0 ? 1 : 0;
