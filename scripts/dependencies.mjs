/**
 * Checks the licences of all production packages and the known advisories of all packages.
 * `npm run licences` asks the registry and falls back to the stored list, `-- --stored` asks nobody,
 * `-- --refresh` stores what the registry responds.
 */
import './lib/require-node.mjs';

const { parseArgs } = await import('node:util');
const { describeStored, findAffected, listOf, readStored, writeStored } = await import(
  './lib/advisories.mjs'
);
const { askRegistry } = await import('./lib/ask-registry.mjs');
const { faultsOfLicences, faultsOfManifests } = await import('./lib/licences.mjs');
const { lockedPackages } = await import('./lib/locked-packages.mjs');
const { exitWith, PlainError } = await import('./lib/progress.mjs');
const { root } = await import('./lib/root.mjs');

const USAGE = 'Usage: npm run licences [-- --stored | --refresh]';
const packages = lockedPackages();
const production = packages.filter(({ isProduction }) => isProduction);

function readOptions() {
  try {
    const options = { stored: { type: 'boolean' }, refresh: { type: 'boolean' } };
    const { values, positionals } = parseArgs({ options, allowPositionals: true });
    // `check` is what the command does anyway.
    if (positionals.some((word) => word !== 'check')) throw new PlainError(USAGE);
    if (values.stored && values.refresh) throw new PlainError(USAGE);
    return values;
  } catch {
    throw new PlainError(USAGE);
  }
}

/** The advisories to go by, and where they come from. */
async function findAdvisories({ stored, refresh }) {
  const now = new Date();
  const response = stored ? null : await askRegistry();
  if (refresh) writeStored(listOf(response, packages, now));
  if (response?.advisories) {
    return { advisories: response.advisories, source: 'from the registry, asked now' };
  }
  const list = readStored();
  const source = describeStored(list, packages, now);
  return {
    advisories: list.advisories,
    source: response === null ? source : `the registry did not say (${response.reason}); ${source}`,
  };
}

async function check() {
  const options = readOptions();
  const faults = [...faultsOfLicences(packages), ...faultsOfManifests(packages, root)];
  for (const fault of faults) console.error(`Licence of ${fault}`);
  console.log(`Licences: ${production.length} production packages, ${faults.length} faults.`);
  const { advisories, source } = await findAdvisories(options);
  const affected = findAffected(advisories, packages);
  for (const { line } of affected) console.error(`Advisory: ${line}`);
  console.log(`Advisories: ${affected.length} for ${packages.length} packages, ${source}.`);
  const isWrong = faults.length > 0 || affected.some(({ isProduction }) => isProduction);
  process.exitCode = packages.length === 0 || isWrong ? 1 : 0;
}

await check().catch(exitWith);
