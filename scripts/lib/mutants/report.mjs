/** What the repository keeps of the runs: `{ files: { path: { target, mutants, tried, killed } }, alive: [...] }`. */

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

/** The kept results with those of a run; files that are only partly judged keep what they had. */
export function merged(kept, results, targets) {
  const files = { ...kept.files };
  for (const { target, file, all, tried, left, killed } of results) {
    const isFuller = tried.length >= (files[file]?.tried ?? 0) || files[file].mutants !== all;
    if (left.length > 0 || !isFuller) continue;
    files[file] = { target, mutants: all, tried: tried.length, killed: killed.length };
  }
  const named = targets.filter(({ file }) => files[file]);
  return {
    files: Object.fromEntries(named.map(({ file }) => [file, files[file]])),
    alive: kept.alive,
  };
}

export const percent = (killed, tried) =>
  tried === 0 ? '–' : `${Math.floor((killed / tried) * 1000) / 10} %`;

const sum = (list, key) => list.reduce((total, one) => total + one[key], 0);

const cell = (text) => text.replaceAll('|', '\\|');

function tableOf(files) {
  const rows = Object.entries(files).map(([file, { target, mutants, tried, killed }]) => {
    const how = tried === mutants ? 'whole' : `${tried} of ${mutants}`;
    return `| ${target} | \`${file}\` | ${how} | ${killed} of ${tried} | ${percent(killed, tried)} |`;
  });
  return ['| Part | File | Tried | Killed | Score |', '| --- | --- | --- | --- | --- |', ...rows];
}

function survivorsOf(alive) {
  const paths = [...new Set(alive.map(({ file }) => file))];
  return paths.flatMap((path) => [
    `### \`${path}\``,
    '',
    '| Line | Change | Why no test |',
    '| --- | --- | --- |',
    ...alive
      .filter(({ file }) => file === path)
      .map(({ code, change, reason }) => `| \`${cell(code)}\` | \`${cell(change)}\` | ${reason} |`),
    '',
  ]);
}

/** The page about mutants. `untried` are files of the list that no run has judged. */
export function pageOf({ files, alive }, untried) {
  const list = Object.values(files);
  const [tried, killed] = [sum(list, 'tried'), sum(list, 'killed')];
  return [
    '# Mutants',
    '',
    'Written by `npm run mutate`, which changes one expression at a time and runs the tests that reach it: the test',
    'that fails kills the mutant. [Record 0116](decisions/0116-mutation-score.md) says how and what it cannot see.',
    'Reasons stand in `scripts/mutants.json`.',
    '',
    `**${killed} of ${tried} killed, ${percent(killed, tried)}**, of ${sum(list, 'mutants')} in ${list.length} files.`,
    '',
    ...tableOf(files),
    '',
    '## Not tried',
    '',
    ...(untried.length === 0 ? ['Nothing.'] : untried.map((file) => `- \`${file}\``)),
    '',
    '## Survivors',
    '',
    ...survivorsOf(alive),
  ]
    .join('\n')
    .trimEnd()
    .concat('\n');
}
