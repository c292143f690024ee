import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import parse from 'spdx-expression-parse';

/** SPDX ids of licences whose conditions a product under MIT meets by naming author and licence. */
const ALLOWED = [
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'ISC',
  'MIT',
  'MIT-0',
  'Python-2.0',
  'Unlicense',
];

/**
 * Packages under other licences, with the licence that was read and why it may be used. A name may end
 * in `*`. Another licence of the same package is refused.
 */
const EXCEPTIONS = [
  {
    name: '@img/sharp-libvips-*',
    licence: 'LGPL-3.0-or-later',
    why: 'a shared library that is loaded unchanged and can be replaced',
  },
  {
    name: '@img/sharp-win32-*',
    licence: 'Apache-2.0 AND LGPL-3.0-or-later',
    why: 'brings the same library for Windows',
  },
  {
    name: '@img/sharp-wasm32',
    licence: 'Apache-2.0 AND LGPL-3.0-or-later AND MIT',
    why: 'brings the same library for processors without a build of it',
  },
  { name: 'ical.js', licence: 'MPL-2.0', why: 'its files are used unchanged' },
  { name: 'web-push', licence: 'MPL-2.0', why: 'its files are used unchanged' },
  { name: 'pretendard', licence: 'OFL-1.1', why: 'a font that is not sold by itself' },
];

const covers = ({ name }, other) =>
  name.endsWith('*') ? other.startsWith(name.slice(0, -1)) : other === name;

function isAllowed(licence) {
  try {
    return permits(parse(licence));
  } catch {
    return false;
  }
}

/** An exception to a licence (`WITH`) is read by people. */
function permits({ license, exception, conjunction, left, right }) {
  if (conjunction === 'and') return permits(left) && permits(right);
  if (conjunction === 'or') return permits(left) || permits(right);
  return exception === undefined && ALLOWED.includes(license);
}

/** One line for each production package whose licence is unknown, changed or not allowed. */
export function faultsOfLicences(packages, exceptions = EXCEPTIONS) {
  const production = packages.filter(({ isProduction }) => isProduction);
  const faults = production.flatMap(({ name, version, licence }) => {
    const exception = exceptions.find((one) => covers(one, name));
    if (exception !== undefined && exception.licence !== licence) {
      return [`${name} ${version}: its licence was ${exception.licence}, now it is ${licence}`];
    }
    if (exception !== undefined || (licence !== undefined && isAllowed(licence))) return [];
    return [`${name} ${version}: ${licence ?? 'no licence'} is not on the list of licences`];
  });
  const unused = exceptions
    .filter((one) => !production.some(({ name }) => covers(one, name)))
    .map(({ name }) => `${name}: has an exception but is not installed`);
  return [...faults, ...unused];
}

/** One line for each installed package whose manifest states another licence than the lock file. */
export function faultsOfManifests(packages, folder) {
  return packages
    .filter(({ isProduction }) => isProduction)
    .flatMap(({ path, name, version, licence }) => {
      const manifest = readManifest(join(folder, path, 'package.json'));
      // Packages for other systems are locked and not installed.
      if (manifest === null || manifest.version !== version) return [];
      const stated = licenceOf(manifest);
      return stated === licence
        ? []
        : [`${name} ${version}: the lock file says ${licence}, its manifest ${stated}`];
    });
}

function readManifest(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return null;
  }
}

/** Old manifests have an object or a list, of which npm locks the type. */
function licenceOf({ license, licenses }) {
  const stated = license ?? licenses?.[0];
  return typeof stated === 'object' ? stated.type : stated;
}
