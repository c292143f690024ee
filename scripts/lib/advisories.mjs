import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { satisfies } from 'semver';
import { fingerprintOf } from './locked-packages.mjs';
import { root } from './root.mjs';

const STORED = join(root, 'scripts', 'advisories.json');
const DAY_MS = 24 * 60 * 60 * 1_000;

/** The list in the repository: `{ asked, responded, note, versions, advisories }`. */
export const readStored = () => JSON.parse(readFileSync(STORED, 'utf8'));
export const writeStored = (list) => writeFileSync(STORED, `${JSON.stringify(list, null, 2)}\n`);

/** Advisories of a report of `npm audit --json`, each once; null when it is no report. */
export function advisoriesOf(report) {
  if (report?.auditReportVersion !== 2 || typeof report.vulnerabilities !== 'object') return null;
  const all = Object.values(report.vulnerabilities)
    .flatMap(({ via }) => via)
    // A text names another package of the report.
    .filter((one) => typeof one === 'object')
    .map(({ name, severity, range, title, url }) => ({ name, severity, range, title, url }));
  const unique = new Map(all.map((one) => [`${one.name} ${one.range} ${one.url}`, one]));
  return [...unique.values()].sort((a, b) =>
    `${a.name} ${a.url}` < `${b.name} ${b.url}` ? -1 : 1,
  );
}

/** What to store of a response; `advisories` is null when the registry gave none. */
export function listOf({ advisories, reason }, packages, now) {
  return {
    asked: now.toISOString().slice(0, 10),
    responded: advisories !== null,
    note:
      advisories === null
        ? `The registry did not say which versions have advisories (${reason}): this list knows nothing.`
        : `Advisories that the registry knew for ${packages.length} locked packages.`,
    versions: fingerprintOf(packages),
    advisories: advisories ?? [],
  };
}

/** Locked packages that an advisory is about, as lines to read. */
export function findAffected(advisories, packages) {
  return packages.flatMap(({ name, version, isProduction }) =>
    advisories
      .filter(
        (one) => one.name === name && satisfies(version, one.range, { includePrerelease: true }),
      )
      .map(({ severity, title, url }) => ({
        isProduction,
        line: `${name} ${version}: ${severity}: ${title} (${url})${isProduction ? '' : ', development only'}`,
      })),
  );
}

/** What the stored list is worth today, in one sentence. */
export function describeStored(list, packages, now) {
  const days = Math.max(0, Math.floor((now - new Date(list.asked)) / DAY_MS));
  const age = `the stored list of ${list.asked} (${days} ${days === 1 ? 'day' : 'days'} old)`;
  if (!list.responded) return `${age} knows nothing: the registry did not say then`;
  const isCurrent = list.versions === fingerprintOf(packages);
  return isCurrent
    ? `${age}, made for the locked versions`
    : `${age}, made for other versions than the locked ones: refresh it`;
}
