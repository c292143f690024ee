import { spawn, spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '../../scripts/lib/built-server.mjs';
import { PlainError } from '../../scripts/lib/progress.mjs';
import { run } from '../../scripts/lib/run.mjs';
import { commandOf, environmentOf, execForm } from './dockerfile.mjs';

const START_MS = 120_000;
/** Longer than a server may take to stop (`STOP_MS` of main.ts). */
const STOP_MS = 20_000;

/** Programs of the base image that the server uses: Node, and a shell for the embedded database. */
const PROGRAMS = [process.execPath, '/bin/sh', '/usr/bin/env'];

/** The image as the root of one process: read-only except the folders of data and backups, and /tmp. */
const READ_ONLY = `
cd "$1"
mount --bind . .
cd "$1"
mount -t proc proc proc
mount -t tmpfs -o mode=1777 tmpfs tmp
for name in null urandom random zero; do touch "dev/$name" && mount --bind "/dev/$name" "dev/$name"; done
mkdir -p dev/shm && mount -t tmpfs -o mode=1777 tmpfs dev/shm
for name in data backups; do mount --bind "$name" "$name"; done
mount -o remount,bind,ro .
shift
workdir="$1"
shift
exec chroot --userspec=1000:1000 . /usr/bin/env -i "$@"
`;

/** Programs and libraries of packages; the base image has what they load from the system. */
function packagedPrograms(folder) {
  return readdirSync(join(folder, 'app/node_modules'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name, parentPath }) => join(parentPath, name))
    .filter((path) => /\.node$|\.so[.\d]*$|\/native\/bin\//.test(path));
}

/** Copies a program of this machine, and the libraries of this machine that a program loads. */
function takeProgram(program, folder) {
  const { stdout } = spawnSync('ldd', [program], { encoding: 'utf8' });
  const libraries = stdout.match(/\/\S+(?= \()/g);
  for (const path of [program, ...(libraries ?? [])]) {
    if (path.startsWith(folder)) continue;
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    copyFileSync(path, join(folder, path));
  }
}

/** The command line of a process inside of the image, with the environment of the image. */
function inside({ folder, workdir, environment }, command) {
  const pairs = Object.entries(environment).map(([name, value]) => `${name}=${value}`);
  return [
    ...[
      '--mount',
      '--pid',
      '--fork',
      '--kill-child',
      'sh',
      '-ec',
      READ_ONLY,
      'sh',
      folder,
      workdir,
    ],
    ...[`--chdir=${workdir}`, ...pairs, ...command],
  ];
}

async function expectWrites(image) {
  const program = `
    const { writeFileSync } = require('node:fs');
    const outcome = (path) => {
      try { writeFileSync(path, 'x'); return 'written'; } catch (error) { return error.code; }
    };
    const paths = ['/app/x', '/app/node_modules/x', '/etc/x', '/x', '/tmp/x', '/data/x', '/backups/x'];
    console.log(paths.map((path) => path + ' ' + outcome(path)).join(', ') + ', user ' + process.getuid());
  `;
  const command = ['node', '-e', program];
  const { output } = await run('unshare', inside(image, command), { output: 'collect' });
  const wanted =
    '/app/x EROFS, /app/node_modules/x EROFS, /etc/x EROFS, /x EROFS, /tmp/x written, /data/x written, /backups/x written, user 1000';
  if (output.trim() !== wanted) throw new PlainError(`Writing in the image: ${output}`);
}

/** The process inside: the only child of the namespace's first process. */
function childOf(pid) {
  const list = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ');
  return Number(list[0]);
}

async function untilHealthy(image, server) {
  const health = execForm(image.steps.find(({ keyword }) => keyword === 'HEALTHCHECK').args);
  const deadline = performance.now() + START_MS;
  while (performance.now() < deadline) {
    if (server.exitCode !== null) return 'The server ended';
    const { code } = await run('unshare', inside(image, health), { output: 'collect' });
    if (code === 0) return undefined;
    await delay(500);
  }
  return `${health.join(' ')} does not succeed`;
}

async function visit(url) {
  for (const [path, type] of [
    ['/login', 'text/html'],
    ['/guide/operator', 'text/html'],
    ['/api/config', 'application/json'],
  ]) {
    const response = await fetch(`${url}${path}`);
    const found = response.headers.get('content-type') ?? '';
    if (!response.ok || !found.startsWith(type)) {
      throw new PlainError(`${path} returned ${response.status} as ${found}`);
    }
  }
}

/** Runs a command of the image as an operator does; throws a PlainError with its output when it fails. */
async function runCommand(image, entry, words) {
  const { code, output } = await run('unshare', inside(image, [...entry, ...words]), {
    output: 'collect',
  });
  if (code !== 0) throw new PlainError(`${output}\n${words.join(' ')} ended with ${code}.`);
}

/** Makes a backup of the data of the stopped server and restores it into an empty place. */
async function backUpAndRestore(image, entry) {
  await runCommand(image, entry, ['backup']);
  const [archive] = readdirSync(join(image.folder, 'backups')).filter((name) => /\.gz$/.test(name));
  const secret = readFileSync(join(image.folder, 'data/token-secret'), 'utf8').trim();
  const environment = { ...image.environment, DATA_DIR: '/data/restored', TOKEN_SECRET: secret };
  await runCommand({ ...image, environment }, entry, ['restore', `/backups/${archive}`]);
  console.log(`${archive} was made and restored`);
}

/**
 * Runs the last stage of the Dockerfile as its user: starts it, asks for its health and some pages,
 * and stops it by its signal. Throws a PlainError with the server's output when a step fails.
 */
export async function runImage(image) {
  // The programs of this machine were mounted here for the steps only.
  rmSync(join(image.folder, 'usr'), { recursive: true, force: true });
  // Where links such as /lib lead.
  for (const name of ['bin', 'sbin', 'lib', 'lib64']) {
    mkdirSync(join(image.folder, 'usr', name), { recursive: true });
  }
  for (const program of [...PROGRAMS, ...packagedPrograms(image.folder)]) {
    takeProgram(program, image.folder);
  }
  image.environment = {
    PATH: dirname(process.execPath),
    ...environmentOf(image),
    // This machine's network is shared: loopback only, on a port that is free.
    HOST: '127.0.0.1',
    PORT: String(await freePort()),
  };
  await expectWrites(image);
  for (const name of ['data/x', 'backups/x']) rmSync(join(image.folder, name));
  const { entry, words } = commandOf(image);
  const command = [...entry, ...words];
  const server = spawn('unshare', inside(image, command), { stdio: ['ignore', 'pipe', 'pipe'] });
  const output = [];
  for (const stream of [server.stdout, server.stderr])
    stream.on('data', (part) => output.push(part));
  const ended = new Promise((resolve) => server.once('close', resolve));
  const began = performance.now();
  const failure =
    (await untilHealthy(image, server)) ??
    (await visit(`http://127.0.0.1:${image.environment.PORT}`).catch(({ message }) => message));
  const startedIn = performance.now() - began;
  const signal = image.steps.find(({ keyword }) => keyword === 'STOPSIGNAL').args;
  if (server.exitCode === null) process.kill(childOf(server.pid), signal);
  const code = await Promise.race([ended, delay(STOP_MS, 'not within 20 seconds', { ref: false })]);
  if (server.exitCode === null) server.kill('SIGKILL');
  if (failure === undefined && code === 0) {
    console.log(`healthy after ${(startedIn / 1_000).toFixed(1)} s, stopped with 0`);
    await backUpAndRestore(image, entry);
    return;
  }
  const text = Buffer.concat(output).toString('utf8');
  throw new PlainError(`${text}\n${failure ?? 'The image runs'}; it ended with ${code}.`);
}
