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
