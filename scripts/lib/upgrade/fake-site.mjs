import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from '../root.mjs';
import { git } from './git.mjs';

const REAL = [
  ...['start', 'command', 'upgrade'].map((name) => `scripts/${name}.mjs`),
  ...['env-file', 'install', 'owner', 'progress', 'releases', 'require-node', 'root', 'run'].map(
    (name) => `scripts/lib/${name}.mjs`,
  ),
  'scripts/lib/upgrade',
];

const RUN_BUILT = `
import { join } from 'node:path';
import { loadEnvFile } from './env-file.mjs';
import { root } from './root.mjs';
export async function runBuilt(program) {
  loadEnvFile();
  await import(join(root, 'fake', program));
}`;

/** What the programs of a fake version share: its folder, and the database, a list of migrations. */
const SHARED = `
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
export const root = join(import.meta.dirname, '..');
export const read = (path) => existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : [];
export const behaviour = read(join(root, 'fake/behaviour.json'));
export const own = read(join(root, 'apps/server/migrations/meta/_journal.json')).entries.map(({ when }) => when);
export const accepted = read(join(root, 'apps/server/dist/accepted-migrations.json'));
export const database = join(process.env.DATA_DIR ?? '', 'migrations.json');
export const write = (times) => writeFileSync(database, JSON.stringify(times));`;

const PROGRAMS = {
  'fake/shared.js': SHARED,
  'fake/main.js': `
import { createServer } from 'node:http';
import { join } from 'node:path';
import { readFileSync } from 'node:fs';
import { accepted, behaviour, database, own, read, root } from './shared.js';
if (behaviour.start === 'crash') process.exit(1);
if (read(database).some((time) => ![...own, ...accepted].includes(time))) {
  console.error('The database is from a newer version');
  process.exit(1);
}
const commit = readFileSync(join(root, 'apps/server/dist/commit'), 'utf8');
const body = JSON.stringify({ status: behaviour.start ?? 'ok', commit, pid: process.pid });
createServer((_, response) => response.end(body)).listen(process.env.PORT, '127.0.0.1');`,
  'fake/backup-cli.js': `console.log(process.env.DATA_DIR + '/naru-1.tar.gz: 1 kB, verified.');`,
  'fake/migrate-cli.js': `
import { behaviour, database, own, read, write } from './shared.js';
write([...new Set([...read(database), ...own])]);
if (behaviour.migrate === 'fail') { console.error('relation exists'); process.exit(1); }`,
  'fake/build.mjs': `
import { execSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { behaviour } from './shared.js';
if (behaviour.build === 'fail') { console.error('cannot compile'); process.exit(1); }
mkdirSync('apps/server/dist', { recursive: true });
writeFileSync('apps/server/dist/commit', execSync('git rev-parse --short=8 HEAD').toString().trim());`,
  'scripts/lib/run-built.mjs': RUN_BUILT,
  '.gitignore': 'node_modules/\ndist/\nreleases/\n.env\n',
  'deploy/systemd/naru.service': '[Service]\n',
};

/** A command that restarts the server as a supervisor would: the one of the link, and nobody waits for it. */
const RESTART = (base, folder) => `
import { spawn } from 'node:child_process';
import { existsSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
const pidFile = ${JSON.stringify(join(folder, 'pid'))};
const alive = (pid) => { try { process.kill(pid, 0); return true; } catch { return false; } };
const old = existsSync(pidFile) ? Number(readFileSync(pidFile, 'utf8')) : 0;
if (old && alive(old)) process.kill(old);
while (old && alive(old)) await delay(20);
const log = openSync(${JSON.stringify(join(folder, 'log'))}, 'a');
const child = spawn(process.execPath, ['scripts/start.mjs'], {
  cwd: ${JSON.stringify(base)}, detached: true, stdio: ['ignore', log, log],
});
writeFileSync(pidFile, String(child.pid));
child.unref();`;

/**
 * An installation of a program that does what an upgrade needs and nothing else: a repository with this
 * checkout's scripts, and a server of a few lines on a port of loopback.
 */
export function createFakeSite(folder, port) {
  const base = join(folder, 'site');
  const put = (files) => {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(base, path)), { recursive: true });
      writeFileSync(join(base, path), text);
    }
  };
  const putJson = (path, value) => put({ [path]: JSON.stringify(value) });
  const versions = {};
  mkdirSync(base, { recursive: true });
  mkdirSync(join(folder, 'data'), { recursive: true });
  git(base, ['init', '--quiet', '--initial-branch=main']);
  for (const [key, value] of [
    ['user.name', 'Test'],
    ['user.email', 'test@example.ac.kr'],
  ]) {
    git(base, ['config', key, value]);
  }

  /** Commits a version and its tag; the working folder stays at the first one. */
  function commitVersion(version, behaviour, migrations) {
    const first = Object.keys(versions).length === 0;
    if (!first) git(base, ['checkout', '--quiet', 'main']);
    putJson('package.json', {
      name: 'fake',
      version,
      type: 'module',
      workspaces: ['packages/*'],
      engines: { node: '>=20.19' },
      scripts: { build: 'node fake/build.mjs', upgrade: 'node scripts/upgrade.mjs' },
    });
    const packages = {
      '': { name: 'fake', version, workspaces: ['packages/*'] },
      'node_modules/one': { resolved: 'packages/one', link: true },
      'packages/one': { version: '1.0.0' },
    };
    putJson('packages/one/package.json', { name: 'one', version: '1.0.0' });
    putJson('package-lock.json', { name: 'fake', version, lockfileVersion: 3, packages });
    putJson('fake/behaviour.json', behaviour);
    const tags = Object.values(migrations).flat();
    const entries = tags.map((tag, at) => ({ tag, when: at + 1 }));
    putJson('apps/server/migrations/meta/_journal.json', { entries });
    const released = Object.entries(migrations).map(([name, list]) => [
      name,
      Object.fromEntries(list.map((tag) => [tag, 'sum'])),
    ]);
    putJson('apps/server/migrations/released.json', Object.fromEntries(released));
    git(base, ['add', '--all']);
    git(base, ['commit', '--quiet', '--message', version]);
    git(base, ['tag', `v${version}`]);
    versions[version] = git(base, ['rev-parse', '--short=8', 'HEAD']);
    git(base, ['checkout', '--quiet', '--detach', versions[Object.keys(versions)[0]]]);
  }

  for (const path of REAL) cpSync(join(root, path), join(base, path), { recursive: true });
  put(PROGRAMS);
  writeFileSync(join(folder, 'restart.mjs'), RESTART(base, folder));
  const env = { ...process.env, ENV_FILE: join(folder, 'settings.env') };
  for (const name of ['PORT', 'DATA_DIR', 'HOST', 'DATABASE_URL']) delete env[name];
  writeFileSync(env.ENV_FILE, `PORT=${port}\nDATA_DIR=${join(folder, 'data')}\n`);
  const restart = `${process.execPath} ${join(folder, 'restart.mjs')}`;
  const words = ['scripts/upgrade.mjs', '--no-fetch', '--restart', restart];

  return {
    base,
    env,
    commitVersion,
    commitOf: (version) => versions[version],
    words,
    start: () => {
      spawnSync(process.execPath, ['fake/build.mjs'], { cwd: base });
      spawnSync('/bin/sh', ['-c', restart], { env });
    },
    /** `npm run upgrade` with these words. */
    upgrade: (...more) => {
      const done = spawnSync(process.execPath, [...words, ...more], {
        cwd: base,
        env,
        encoding: 'utf8',
      });
      return { code: done.status, text: done.stdout + done.stderr };
    },
    restart: () => spawnSync('/bin/sh', ['-c', restart], { env }),
    /** What serves now; null for nothing. */
    serving: async () => {
      // No connection outlives a restart.
      const headers = { connection: 'close' };
      const response = await fetch(`http://127.0.0.1:${port}/`, { headers }).catch(() => null);
      return response === null ? null : response.json();
    },
    stop: () => {
      const file = join(folder, 'pid');
      if (!existsSync(file)) return;
      try {
        process.kill(Number(readFileSync(file, 'utf8')));
      } catch {
        // It has ended already.
      }
    },
  };
}
