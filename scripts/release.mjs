import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import semver from 'semver';
import { exitWith, PlainError } from './lib/progress.mjs';
import { root } from './lib/root.mjs';
import { bumpVersion } from './lib/versions.mjs';

const USAGE = 'Usage: npm run release -- <version, or patch, minor or major>';
const STEPS = ['patch', 'minor', 'major'];

function nextVersion(given, present) {
  const next = STEPS.includes(given) ? semver.inc(present, given) : semver.valid(given ?? null);
  if (next === null || given === undefined) throw new PlainError(`${USAGE}. It is ${present} now.`);
  if (semver.lt(next, present)) throw new PlainError(`${next} is older than ${present}.`);
  const tag = `v${next}`;
  const { stdout } = spawnSync('git', ['-C', root, 'tag', '--list', tag], { encoding: 'utf8' });
  if (stdout?.trim() === tag) throw new PlainError(`${next} is released: the tag ${tag} exists.`);
  return next;
}

/** Turns the section "Unreleased" into that of the version. */
function nameChanges(version) {
  const path = join(root, 'CHANGELOG.md');
  const text = readFileSync(path, 'utf8');
  if (text.includes(`## [${version}]`)) return;
  const day = new Date().toISOString().slice(0, 10);
  const heading = '## [Unreleased]\n';
  writeFileSync(path, text.replace(heading, `${heading}\n## [${version}] - ${day}\n`));
}

/** Raises the version in all files that have it, and assigns it the migrations that no release has. */
function release() {
  const present = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version;
  const version = nextVersion(process.argv[2], present);
  for (const [path, text] of Object.entries(bumpVersion(root, version))) {
    writeFileSync(join(root, path), text);
  }
  nameChanges(version);
  console.log(`${present} is ${version} now. Look at CHANGELOG.md, run npm test, commit, and tag`);
  console.log(`the merged commit: git tag -a v${version} -m "Naru ${version}"`);
  const note = `docs/releases/${version}.md`;
  if (version.endsWith('.0') && !existsSync(join(root, note))) console.log(`Write ${note}.`);
}

try {
  release();
} catch (error) {
  exitWith(error);
}
