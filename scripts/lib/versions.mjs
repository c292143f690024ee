import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import semver from 'semver';
import { findLocked } from './locked-packages.mjs';

const MIGRATIONS = 'apps/server/migrations';
/** Where the tag of the image stands beside the packages' versions: path, and what is in front of it. */
const IMAGES = [
  ['deploy/compose.yaml', 'image: naru:'],
  ['deploy/kubernetes/kustomization.yaml', 'newTag: '],
];

const kinds = ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies'];
const toText = (value) => `${JSON.stringify(value, null, 2)}\n`;
const readText = (root, path) => readFileSync(join(root, path), 'utf8');
const readJson = (root, path) => JSON.parse(readText(root, path));

/** Folders of the packages of the workspace, without that of the root, and their names. */
function workspaceOf(root) {
  const folders = ['packages', 'apps'].flatMap((parent) =>
    readdirSync(join(root, parent)).map((name) => `${parent}/${name}`),
  );
  const names = folders.map((folder) => readJson(root, `${folder}/package.json`).name);
  return { folders: folders.sort(), names };
}

/** A manifest, or an entry of the lock file, with another version for itself and the packages named. */
function raised(entry, names, version) {
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
 * Texts by path of the files that carry the version, with another one in them; nothing is written. Versions of
 * packages from a registry stay, whatever they are.
 */
export function raiseVersion(root, version) {
  const { folders, names } = workspaceOf(root);
  const manifests = ['package.json', ...folders.map((folder) => `${folder}/package.json`)];
  const lock = readJson(root, 'package-lock.json');
  const packages = Object.fromEntries(
    Object.entries(lock.packages).map(([path, entry]) => [
      path,
      path === '' || folders.includes(path) ? raised(entry, names, version) : entry,
    ]),
  );
  return Object.fromEntries([
    ...manifests.map((path) => [path, toText(raised(readJson(root, path), names, version))]),
    ['package-lock.json', toText({ ...lock, version, packages })],
    ...IMAGES.map(([path, before]) => [
      path,
      readText(root, path).replace(new RegExp(`(${before})\\S+`), `$1${version}`),
    ]),
    [`${MIGRATIONS}/released.json`, toText(releaseMigrations(root, version))],
  ]);
}

/** The released migrations by version, with those that belong to no release yet in `version`. */
function releaseMigrations(root, version) {
  const { [version]: _, ...before } = readJson(root, `${MIGRATIONS}/released.json`);
  const released = Object.values(before).flatMap((tags) => Object.keys(tags));
  const { entries } = readJson(root, `${MIGRATIONS}/meta/_journal.json`);
  const added = entries.map(({ tag }) => tag).filter((tag) => !released.includes(tag));
  const sums = added.map((tag) => [tag, sumOf(readText(root, `${MIGRATIONS}/${tag}.sql`))]);
  return sums.length === 0 ? before : { ...before, [version]: Object.fromEntries(sums) };
}

const sumOf = (text) => createHash('sha256').update(text).digest('hex');

/** Sentences about files whose version is not that of the root. */
export function faultsOfVersion(root) {
  const { version } = readJson(root, 'package.json');
  return Object.entries(raiseVersion(root, version))
    .filter(([path, text]) => text !== readText(root, path))
    .map(([path]) => `${path} is not as of ${version}: npm run release -- ${version}`);
}

/** Sentences about locked packages whose version one that needs them does not accept. */
export function faultsOfLock({ packages }) {
  const faultOf = (from, name, wanted) => {
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
      .flatMap(([name, wanted]) => faultOf(from, name, wanted)),
  );
}
