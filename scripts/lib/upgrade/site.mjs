import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { loadEnvFile } from '../env-file.mjs';
import { PlainError } from '../progress.mjs';
import { run } from '../run.mjs';

const LOOK_MS = 500;
const CALL_MS = 5_000;
const RESTART_MS = 120_000;
/** So often in a row, so that a server that ends right after its start is not taken for a healthy one. */
const TIMES = 4;

const show = (unit, property) =>
  spawnSync('systemctl', ['show', unit, '--property', property, '--value'], { encoding: 'utf8' });

/** Properties of the unit that runs the installation; null where systemd does not run it. */
function findUnit(base, unit) {
  const folder = show(unit, 'WorkingDirectory').stdout?.trim();
  if (!folder || !existsSync(folder) || realpathSync(folder) !== realpathSync(base)) return null;
  const [, envFile] = /(?:^|\s)ENV_FILE=(\S+)/.exec(show(unit, 'Environment').stdout) ?? [];
  return { unit, envFile };
}

/**
 * How the site of an installation is asked and restarted. Reads its settings into the environment, by ENV_FILE of
 * the unit where none is given.
 */
export function findSite(base, { unit, restart }) {
  const service = restart === undefined ? findUnit(base, unit) : null;
  if (service?.envFile && process.env.ENV_FILE === undefined) {
    process.env.ENV_FILE = service.envFile;
  }
  process.env.ENV_FILE ??= existsSync(join(base, '.env')) ? join(base, '.env') : '';
  loadEnvFile();
  const { HOST = '127.0.0.1', PORT = '3000', ENV_FILE = '' } = process.env;
  const host = { '0.0.0.0': '127.0.0.1', '::': '::1' }[HOST] ?? HOST;
  return {
    health: `http://${host.includes(':') ? `[${host}]` : host}:${PORT}/api/health`,
    hasOwnDatabase: (process.env.DATABASE_URL ?? '') !== '',
    restart: restart ?? (service === null ? null : `systemctl restart ${service.unit}`),
    account: ENV_FILE === '' ? null : accountOf(resolve(ENV_FILE)),
  };
}

/** Whoever owns the settings runs the commands, so that root leaves no files that the server cannot read. */
function accountOf(file) {
  const { uid, gid } = statSync(file);
  return process.getuid?.() === 0 && uid !== 0 ? { uid, gid } : null;
}

/**
 * Runs a program of the version in a folder, as the account of the site and where its commands run. Throws a
 * PlainError with its output.
 */
export async function runCommand(folder, base, words, { account }) {
  const { code, output } = await run(
    process.execPath,
    [join(folder, 'scripts/command.mjs'), ...words],
    { cwd: base, output: 'collect', timeoutMs: 24 * 3_600_000, ...(account && { account }) },
  );
  if (code === 0) return output.trim();
  throw new PlainError(`${words.join(' ')} failed:\n${output.trim()}`);
}

/** Throws a PlainError when the command fails. What it leaves running is the site, so nothing is ended after it. */
export async function restartSite({ restart }) {
  const shell = spawn('/bin/sh', ['-c', restart], {
    detached: true,
    stdio: ['ignore', 'inherit', 'inherit'],
    timeout: RESTART_MS,
  });
  const [code, signal] = await once(shell, 'exit');
  if (code !== 0) throw new PlainError(`"${restart}" ended with ${code ?? signal}.`);
}

async function look(url) {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(CALL_MS) });
    return await response.json();
  } catch {
    return null;
  }
}

/** Version and commit that the site runs now; null where nothing responds. */
export const askSite = ({ health }) => look(health);

/** Waits until the commit serves and is well; false when that takes longer than the seconds. */
export async function untilHealthy({ health }, commit, seconds) {
  const deadline = performance.now() + seconds * 1_000;
  let times = 0;
  while (performance.now() < deadline) {
    const found = await look(health);
    times = found?.status === 'ok' && found.commit === commit ? times + 1 : 0;
    if (times >= TIMES) return true;
    await delay(LOOK_MS);
  }
  return false;
}

/** The commit that a build noted. */
export function builtCommit(folder) {
  const file = join(folder, 'apps/server/dist/commit');
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : null;
}
