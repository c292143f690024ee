import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import semver from 'semver';
import { findLocked } from './locked-packages.mjs';

const MIGRATIONS = 'apps/server/migrations';
/** Files with the tag of the image, which is the version: path, and the text before the tag. */
const IMAGES = [
  ['deploy/compose.yaml', 'image: naru:'],
  ['deploy/kubernetes/kustomization.yaml', 'newTag: '],
];

const kinds = ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies'];
const toText = (value) => `${JSON.stringify(value, null, 2)}\n`;
const readText = (root, path) => readFileSync(join(root, path), 'utf8');
const readJson = (root, path) => JSON.parse(readText(root, path));

/** Folders and names of the packages of the workspace, without the root. */
function workspaceOf(root) {
  const folders = ['packages', 'apps'].flatMap((parent) =>
    readdirSync(join(root, parent)).map((name) => `${parent}/${name}`),
  );
  const names = folders.map((folder) => readJson(root, `${folder}/package.json`).name);
  return { folders: folders.sort(), names };
}

/**
 * A copy of a manifest or lock-file entry, with `version` for itself and for its dependencies among `names`.
 */
function withVersion(entry, names, version) {
  const copy = { ...entry, version };
  for (const kind of kinds.filter((one) => copy[one] !== undefined)) {
    copy[kind] = Object.fromEntries(
      Object.entries(copy[kind]).map(([name, range]) => [
        name,
        names.includes(name) ? version : range,
      ]),
    );
  }
  return copy;
}

/**
 * New texts, by path, of all files that contain the version; writes nothing. A package of the registry keeps
 * its version, even one equal to ours.
 */
export function bumpVersion(root, version) {
  const { folders, names } = workspaceOf(root);
  const manifests = ['package.json', ...folders.map((folder) => `${folder}/package.json`)];
  const lock = readJson(root, 'package-lock.json');
  const packages = Object.fromEntries(
    Object.entries(lock.packages).map(([path, entry]) => [
      path,
      path === '' || folders.includes(path) ? withVersion(entry, names, version) : entry,
    ]),
  );
  return Object.fromEntries([
    ...manifests.map((path) => [path, toText(withVersion(readJson(root, path), names, version))]),
    ['package-lock.json', toText({ ...lock, version, packages })],
    ...IMAGES.map(([path, before]) => [
      path,
      readText(root, path).replace(new RegExp(`(${before})\\S+`), `$1${version}`),
    ]),
    [`${MIGRATIONS}/released.json`, toText(releaseMigrations(root, version))],
  ]);
}

/**
 * Released migrations by version; `version` gets all that no other release has, also when the command is
 * repeated.
 */
function releaseMigrations(root, version) {
  const { [version]: _, ...before } = readJson(root, `${MIGRATIONS}/released.json`);
  const released = Object.values(before).flatMap((tags) => Object.keys(tags));
  const { entries } = readJson(root, `${MIGRATIONS}/meta/_journal.json`);
  const added = entries.map(({ tag }) => tag).filter((tag) => !released.includes(tag));
  const sums = added.map((tag) => [tag, sumOf(readText(root, `${MIGRATIONS}/${tag}.sql`))]);
  return sums.length === 0 ? before : { ...before, [version]: Object.fromEntries(sums) };
}

const sumOf = (text) => createHash('sha256').update(text).digest('hex');

/** Messages about files whose version differs from that of the root. */
export function versionProblems(root) {
  const { version } = readJson(root, 'package.json');
  return Object.entries(bumpVersion(root, version))
    .filter(([path, text]) => text !== readText(root, path))
    .map(([path]) => `${path} is not as of ${version}: npm run release -- ${version}`);
}

/** Messages about locked packages whose version does not satisfy a package that depends on them. */
export function lockProblems({ packages }) {
  const problemOf = (from, name, wanted) => {
    const path = findLocked(packages, from, name);
    const { link, resolved } = packages[path] ?? {};
    const version = packages[link ? resolved : path]?.version;
    const range = wanted.replace(/^npm:.+@/, '');
    const isUnknown = version === undefined || semver.validRange(range) === null;
    if (isUnknown || semver.satisfies(version, range)) return [];
    return [`${from || 'the root'} needs ${name}@${range}, and ${path} is ${version}`];
  };
  return Object.entries(packages).flatMap(([from, entry]) =>
    ['dependencies', 'devDependencies', 'optionalDependencies']
      .flatMap((kind) => Object.entries(entry[kind] ?? {}))
      .flatMap(([name, wanted]) => problemOf(from, name, wanted)),
  );
}
