import { readdirSync, readFileSync, statfsSync } from 'node:fs';
import { join } from 'node:path';
import { ensureInstalled, runNpm } from '../install.mjs';
import { PlainError, withProgress } from '../progress.mjs';
import { currentOf, makeCurrent, programText } from '../releases.mjs';
import { RELEASES } from '../root.mjs';
import { removeVersion } from './fetch-version.mjs';
import { git, shortHash } from './git.mjs';
import { acceptMigrations, newMigrations } from './migrations.mjs';
import { askSite, builtCommit, findSite, restartSite, runCommand, untilHealthy } from './site.mjs';
import { alone, clearState, readFormer, readState, writeFormer, writeState } from './state.mjs';

const UNIT = 'deploy/systemd/naru.service';
const GIB = 2 ** 30;
/** Packages and build of a version. */
const NEEDED = 2 * GIB;
/** An interrupted upgrade that goes on within this time needs no other backup. */
const BACKUP_MS = 3_600_000;

const RESTORE =
  'If the former version does not start either, restore the backup: "Back to the former version" in docs/operations/backup.md.';

/** What the change from a folder to another means, and reasons not to begin. */
function planOf(base, from, to, options, site) {
  const migrations = newMigrations(from, to);
  const { engines } = JSON.parse(readFileSync(join(to, 'package.json'), 'utf8'));
  const { bavail, bsize } = statfsSync(base);
  const faults = [];
  if (!isNewEnough(process.versions.node, engines?.node)) {
    faults.push(`It needs Node ${engines.node}; this is ${process.versions.node}.`);
  }
  if (bavail * bsize < NEEDED) faults.push(`${base} has less than 2 GB left.`);
  if (migrations.releases.length > 1 && !options['skip-releases']) {
    faults.push(
      `It passes over releases (${migrations.releases.join(', ')}). Upgrade to one after the other, or add --skip-releases: going back may then need a restore.`,
    );
  }
  if (site.restart === null) {
    faults.push(
      `No unit of systemd runs ${base}. Say how the site is restarted: --restart '<command>', or --unit <name>.`,
    );
  }
  return { migrations, faults };
}

/** `wanted`: such as `>=20.19`. The packages of the new version are not installed yet. */
function isNewEnough(version, wanted = '>=0') {
  const [major, minor] = version.split('.').map(Number);
  const [least, leastMinor = 0] = wanted.replace(/^>=/, '').split('.').map(Number);
  return major > least || (major === least && minor >= leastMinor);
}

function describePlan(from, to, { migrations, faults }, site) {
  const { tags } = migrations;
  const lines = [
    `From ${programText(from, builtCommit(from))} to ${programText(to, shortHash(to, 'HEAD'))}.`,
    tags.length === 0
      ? 'No migrations: going back needs nothing but the program.'
      : `${tags.length} migrations: ${tags.join(', ')}.`,
    `Steps: npm ci and npm run build in ${to}; npm run backup; migrate; change over; ${site.restart ?? 'restart'}; look at ${site.health}.`,
    ...faults.map((fault) => `FAULT: ${fault}`),
  ];
  return lines.join('\n');
}

/** The second half of an upgrade, run by the new version in the folder `to`. Resolves to the exit code. */
export async function changeOver(base, to, options) {
  const result = await alone(base, () => upgrade(base, to, options));
  if (result === false) throw new PlainError('Another upgrade of this installation is running.');
  return result;
}

async function upgrade(base, to, options) {
  const site = findSite(base, options);
  const state = readState(base);
  if (state !== null && state.to !== to) {
    throw new PlainError(
      `The upgrade to ${state.target} was interrupted: npm run upgrade goes on, npm run upgrade -- --back ends it.`,
    );
  }
  // An interrupted call may have changed over already.
  const from = state?.from ?? currentOf(base);
  const plan = planOf(base, from, to, options, site);
  console.log(describePlan(from, to, plan, site));
  if (options.check) return plan.faults.length === 0 ? 0 : 1;
  if (plan.faults.length > 0) return 1;
  await prepare(base, to);
  const isRecent = Date.now() - (state?.at ?? 0) < BACKUP_MS;
  const backup = isRecent ? state.backup : await backUp(base, from, site);
  writeState(base, {
    target: options.target,
    from,
    to,
    backup,
    at: isRecent ? state.at : Date.now(),
  });
  // Before the first migration: whatever happens, the former version can be started again.
  acceptMigrations(from, plan.migrations.times);
  try {
    await migrate(base, to, site);
  } catch (error) {
    clearState(base);
    throw new PlainError(`${error.message}\nNothing else has changed; the site runs on as before.`);
  }
  makeCurrent(base, to);
  if (await comesUp(to, site, options.wait)) return finish(base, from, to);
  console.error('The new version is not healthy. Going back.');
  return retreat(base, from, site, options, backup);
}

/** Installs and builds in the new folder, beside the running site. */
async function prepare(base, to) {
  // This script is of that folder.
  await ensureInstalled();
  await withProgress('Building beside the running version', async () => {
    const { code, output } = await runNpm(['run', '--silent', 'build'], { cwd: to });
    if (code !== 0) {
      throw new PlainError(`${output}\nIt cannot be built; the site runs on as before.`);
    }
  });
  if (builtCommit(to) !== shortHash(base, git(to, ['rev-parse', 'HEAD']))) {
    throw new PlainError('The build does not name its commit; the site runs on as before.');
  }
}

async function backUp(base, from, site) {
  return withProgress('Backing up', async () => {
    const output = await runCommand(from, base, ['backup'], site);
    console.log(`\n${output}`);
    return /^(\S+\.tar\.gz\S*?):/m.exec(output)?.[1] ?? 'see above';
  });
}

async function migrate(base, to, site) {
  const words = site.hasOwnDatabase ? ['migrate'] : ['migrate', '--embedded'];
  await withProgress('Migrating the database', () => runCommand(to, base, words, site));
}

/** Restarts the site; whether the version in the folder serves within the seconds. */
async function comesUp(folder, site, seconds) {
  return withProgress(`Starting ${programText(folder, builtCommit(folder))}`, async () => {
    try {
      await restartSite(site);
    } catch (error) {
      console.error(error.message);
      return false;
    }
    return untilHealthy(site, builtCommit(folder), seconds);
  });
}

function finish(base, from, to) {
  writeFormer(base, from);
  clearState(base);
  tidy(base, [from, to]);
  console.log(`The site runs ${programText(to, builtCommit(to))}.`);
  const [old, now] = [from, to].map((folder) => readFileSync(join(folder, UNIT), 'utf8'));
  if (old !== now) {
    console.log(
      `${UNIT} has changed: copy it to /etc/systemd/system, then systemctl daemon-reload.`,
    );
  }
  console.log(`Back to ${programText(from, builtCommit(from))}: npm run upgrade -- --back`);
  return 0;
}

/** Removes versions before the former one; a checkout that runs no more follows the current version. */
function tidy(base, remaining) {
  const folder = join(base, RELEASES);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory() && !remaining.includes(path)) removeVersion(base, path);
  }
  const isIdle = !remaining.includes(base);
  const hasOwnChanges = git(base, ['status', '--porcelain', '--untracked-files=no']) !== '';
  if (isIdle && !hasOwnChanges) {
    git(base, ['checkout', '--quiet', '--detach', git(remaining.at(-1), ['rev-parse', 'HEAD'])]);
  }
}

async function retreat(base, from, site, options, backup) {
  makeCurrent(base, from);
  const isBack = await comesUp(from, site, options.wait);
  clearState(base);
  if (isBack) {
    console.error(`The site runs ${programText(from, builtCommit(from))} again; no data was lost.`);
    console.error('Why the new version failed is in the log: journalctl -u naru');
  } else {
    console.error(`The former version does not respond. The backup is ${backup}. ${RESTORE}`);
  }
  return 1;
}

/** `--back`: makes the version before the current one again. */
export async function goBack(base, options) {
  const result = await alone(base, async () => {
    const former = readState(base)?.from ?? readFormer(base);
    if (former === null) throw new PlainError('There is no former version to go back to.');
    const site = findSite(base, options);
    if (site.restart === null) throw new PlainError(`Add --restart '<command>' or --unit <name>.`);
    const present = currentOf(base);
    const { times, releases } = newMigrations(former, present);
    if (releases.length > 1) console.error(`${releases.length} releases lie between. ${RESTORE}`);
    acceptMigrations(former, times);
    makeCurrent(base, former);
    const isUp = await comesUp(former, site, options.wait);
    clearState(base);
    if (isUp) {
      writeFormer(base, present);
      console.log(`The site runs ${programText(former, builtCommit(former))} again.`);
      return 0;
    }
    const found = await askSite(site);
    console.error(
      `The former version is not healthy (${found?.status ?? 'no response'}). ${RESTORE}`,
    );
    return 1;
  });
  if (result === false) throw new PlainError('Another upgrade of this installation is running.');
  return result;
}
