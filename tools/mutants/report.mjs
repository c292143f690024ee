import { appendFileSync, existsSync, readFileSync } from 'node:fs';

/** What the repository records of the runs: `{ files: { path: { target, mutants, tried, killed } }, alive: [...] }`. */

const sameMutant = (a, b) => a.file === b.file && a.code === b.code && a.change === b.change;

const hasEntry = (list, one) => list.some((other) => sameMutant(other, one));

/** What the ledger says of the chosen mutants: `{ file, left, killed, alive, faults }` of each file. */
export function judged(chosen, ledger) {
  return chosen.map(({ tests, mutants, ...target }) => {
    const left = mutants.filter(({ id }) => ledger.testsLeft(id, tests).length > 0);
    const killed = mutants.filter(({ id }) => ledger.killed(id));
    const alive = mutants.filter((one) => !killed.includes(one) && !left.includes(one));
    return { ...target, tried: mutants, left, killed, alive };
  });
}

/** Survivors without a reason, and reasons that no survivor needs any more, as lines. */
export function faultsOf(results, reasons) {
  return results
    .filter(({ left }) => left.length === 0)
    .flatMap(({ file, all, tried, alive }) => [
      ...alive
        .filter((one) => !hasEntry(reasons, one))
        .map(({ line, code, change }) => `${file}:${line} survives: ${change}\n    ${code}`),
      ...reasons
        .filter((one) => one.file === file && !hasEntry(alive, one))
        .filter((one) => tried.length === all || hasEntry(tried, one))
        .map(({ change }) => `${file} has a reason that is not needed: ${change}`),
    ]);
}

/** The recorded results with those of a run; files that are only partly judged keep what they had. */
export function merged(recorded, results, targets) {
  const files = { ...recorded.files };
  for (const { target, file, all, tried, left, killed } of results) {
    const isFuller = tried.length >= (files[file]?.tried ?? 0) || files[file].mutants !== all;
    if (left.length > 0 || !isFuller) continue;
    files[file] = { target, mutants: all, tried: tried.length, killed: killed.length };
  }
  const named = targets.filter(({ file }) => files[file]);
  return {
    files: Object.fromEntries(named.map(({ file }) => [file, files[file]])),
    alive: recorded.alive,
  };
}

export const percent = (killed, tried) =>
  tried === 0 ? '–' : `${Math.floor((killed / tried) * 1000) / 10} %`;

const sum = (list, key) => list.reduce((total, one) => total + one[key], 0);

/** The recorded score in a line, with the files of the list that no run has judged. */
export function scoreOf({ files }, untried) {
  const list = Object.values(files);
  const [tried, killed] = [sum(list, 'tried'), sum(list, 'killed')];
  const rest = untried.length === 0 ? '' : `; not tried: ${untried.join(', ')}`;
  return `${killed} of ${tried} killed, ${percent(killed, tried)}, of ${sum(list, 'mutants')} in ${list.length} files${rest}`;
}

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
