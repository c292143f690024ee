import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { roomOf } from '../../scripts/lib/changed-tests.mjs';
import { root } from '../../scripts/lib/root.mjs';
import { sourceFiles } from '../../scripts/lib/source-files.mjs';
import { mutantsOf } from './mutators.mjs';
import { TARGETS } from './targets.mjs';

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

const hashOf = (...parts) =>
  createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 12);

function lineAt(source, position) {
  const begin = source.lastIndexOf('\n', position - 1) + 1;
  const end = source.indexOf('\n', position);
  return source.slice(begin, end === -1 ? undefined : end).trim();
}

const short = (text) => {
  const line = text.replace(/\s+/g, ' ');
  return line.length > 60 ? `${line.slice(0, 57)}...` : line;
};

/**
 * The mutants of a file with what a person needs to find them: the line, its number, what is replaced by what. The id
 * is made of these and not of positions, so that it outlives changes elsewhere in the file.
 */
export function namedMutants(file) {
  const source = readFileSync(join(root, file), 'utf8');
  const seen = new Map();
  const mutants = mutantsOf(file, source).map((mutant) => {
    const code = lineAt(source, mutant.start);
    const change = `${short(source.slice(mutant.start, mutant.end))} → ${short(mutant.text)}`;
    const name = hashOf(file, code, change);
    const turn = seen.get(name) ?? 0;
    seen.set(name, turn + 1);
    const line = source.slice(0, mutant.start).split('\n').length;
    return { ...mutant, id: turn === 0 ? name : `${name}${turn}`, file, line, code, change };
  });
  return { source, mutants };
}

const TEST = /\.(test|fixture)\.ts$/;
/** They take minutes; a mutant that only they notice counts as alive. */
const WHOLE_SERVER = 'apps/server/src';

const read = (path) => readFileSync(join(root, path), 'utf8');

const NEEDS_DATABASE = /testing\/(test-app|database|cluster|factories)|TestApp|TestDatabase/;
const SLOW = /\.(races|plans|storm|shared|sockets|crowd|stream)\.test/;

const units = new Map();

function isUnit(test) {
  if (!units.has(test)) units.set(test, !NEEDS_DATABASE.test(read(test)));
  return units.get(test);
}

/** Tests without a database, those named like the file, and small ones come first. */
function costOf(test, file) {
  const stem = file.replace(/\.ts$/, '.');
  const apart = test.startsWith(stem) ? 0 : 1e6;
  return (
    (isUnit(test) ? 0 : 4e6) + (SLOW.test(test) ? 2e6 : 0) + apart + statSync(join(root, test)).size
  );
}

function testsOf(file, { tests: patterns, unit }, all) {
  const room = roomOf(file);
  const rooms = room === WHOLE_SERVER ? [] : [room, room.replace('/src/domain/', '/src/features/')];
  return all
    .filter((path) => path.endsWith('.test.ts'))
    .filter((path) => !unit || isUnit(path))
    .filter(
      (path) =>
        rooms.includes(roomOf(path)) || patterns.some((pattern) => matchesGlob(path, pattern)),
    )
    .sort((a, b) => costOf(a, file) - costOf(b, file));
}

/** The files of the named list with their tests, the cheapest first: `{ target, file, tests }`. */
export function targetFiles(all = sourceFiles()) {
  const found = new Map();
  for (const part of TARGETS) {
    const own = all.filter(
      (path) =>
        !TEST.test(path) &&
        !part.except?.includes(path) &&
        part.files.some((pattern) => matchesGlob(path, pattern)),
    );
    for (const file of own.filter((path) => !found.has(path))) {
      found.set(file, { target: part.name, file, tests: testsOf(file, part, all) });
    }
  }
  return [...found.values()];
}

/** Verdicts hold for the mutated file and the test as they are; a deleted file has no version. */
export const versionOf = (file) =>
  existsSync(join(root, file)) ? hashOf(file, read(file)) : undefined;

/** A repeatable choice of at most `count`. */
export function sampled(mutants, count, seed) {
  const rank = new Map(mutants.map(({ id }) => [id, hashOf(seed, id)]));
  return mutants.toSorted((a, b) => (rank.get(a.id) < rank.get(b.id) ? -1 : 1)).slice(0, count);
}

/** The mutants that a run is about: of the files that `only` names, or a sample of each file. */
export function chosenMutants({ only, sample, seed }) {
  return targetFiles()
    .filter(({ file }) => only === undefined || matchesGlob(file, only))
    .map((target) => {
      const { mutants } = namedMutants(target.file);
      const chosen = sample === undefined ? mutants : sampled(mutants, sample, seed);
      return { ...target, all: mutants.length, mutants: chosen };
    });
}

/** What the runner needs for those that no test has judged yet; undefined when none is left. */
export function planOf(chosen, ledger, { deadline, path }) {
  const plan = {
    root,
    ledger: path,
    deadline,
    whole: ledger.whole,
    files: [],
    mutants: {},
    at: {},
  };
  const pairs = chosen.flatMap(({ file, tests, mutants }) =>
    mutants.flatMap(({ id }) => ledger.testsLeft(id, tests).map((test) => ({ id, file, test }))),
  );
  for (const { id, file, test } of pairs) {
    plan.at[test] ??= ledger.at(test);
    plan.at[file] ??= ledger.at(file);
    plan.mutants[test] ??= [];
    plan.mutants[test].push({ id, file });
  }
  plan.files = [...new Set(pairs.map(({ file }) => file))];
  return pairs.length === 0 ? undefined : { ...plan, tests: Object.keys(plan.mutants) };
}
