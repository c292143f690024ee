import { appendFileSync, existsSync, readFileSync } from 'node:fs';

/**
 * What earlier runs found, one line each: `{ test, file, id, at }` with `killed` or `alive`, where `at` are the versions
 * of test and file; `{ test, at, broken }` for a test that fails without any mutant, `{ test, at, unsound }` for one
 * that fails after its mutants. Lines of other versions than the present ones are left out.
 */
export function readLedger(path, versionOf) {
  const versions = new Map();
  const version = (file) => {
    if (!versions.has(file)) versions.set(file, versionOf(file));
    return versions.get(file);
  };
  const at = (test, file) => (file ? `${version(test)}.${version(file)}` : version(test));
  const state = { killed: new Map(), alive: new Set(), whole: new Set(), broken: new Map() };
  const lines = existsSync(path) ? readFileSync(path, 'utf8').split('\n').filter(Boolean) : [];
  for (const text of lines) {
    const line = JSON.parse(text);
    if (line.at === at(line.test, line.file)) take(state, line);
  }
  return {
    /** The test that kills the mutant, and how it fails. */
    killed: (id) => state.killed.get(id),
    broken: state.broken,
    whole: [...state.whole],
    at,
    testsLeft: (id, tests) =>
      state.killed.has(id)
        ? []
        : tests.filter((test) => !state.alive.has(`${test} ${id}`) && !state.broken.has(test)),
  };
}

function take(state, { test, id, killed, alive, broken, unsound }) {
  if (broken) state.broken.set(test, broken);
  if (killed) state.killed.set(id, { test, failure: killed });
  if (alive) state.alive.add(`${test} ${id}`);
  if (!unsound) return;
  if (state.whole.has(test)) state.broken.set(test, unsound);
  state.whole.add(test);
  for (const [key, kill] of state.killed) if (kill.test === test) state.killed.delete(key);
}

/** After a process that ended or hung: the mutant that was alive last counts as killed. */
export function killLast(path) {
  if (!existsSync(path)) return false;
  const lines = readFileSync(path, 'utf8').trimEnd().split('\n');
  const { began, ...last } = JSON.parse(lines.at(-1));
  if (began) appendFileSync(path, `${JSON.stringify({ ...last, killed: 'did not end' })}\n`);
  return began === true;
}
