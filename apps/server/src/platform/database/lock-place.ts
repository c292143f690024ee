import { createHash } from 'node:crypto';
import { mkdir, open, readdir, realpath, rm } from 'node:fs/promises';
import { createConnection, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { errnoOf } from './errors.ts';

/** Bytes of a socket address on the systems we know: 108 on Linux, 104 on macOS, one for the end. */
const MAX_SOCKET_PATH_BYTES = 103;
const LONGEST_NAME = '4194304-0123456789ab.sock';
const CONNECT_DEADLINE_MS = 1_000;

/** A folder of sockets: one per living process that claims it, left-overs of dead ones included. */
export interface LockPlace {
  /** Names of the claims, dead or alive. */
  list(): Promise<string[]>;
  /** Whether the process behind a claim lives. The kernel answers, not the process: it may be busy. */
  isAlive(name: string): Promise<boolean>;
  /** Throws EPERM, ENOTSUP, ... where the file system holds no sockets. */
  claim(name: string): Promise<Server>;
  discard(name: string): Promise<void>;
  close(): Promise<void>;
}

function connects(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection(path);
    const settle = (alive: boolean): void => {
      socket.destroy();
      resolve(alive);
    };
    socket.setTimeout(CONNECT_DEADLINE_MS, () => settle(true));
    socket.once('connect', () => settle(true));
    // Only these two prove that nobody listens; anything else (EACCES, EAGAIN) must not free a lock.
    socket.once('error', (error) =>
      settle(!['ECONNREFUSED', 'ENOENT', 'ENOTSOCK'].includes(errnoOf(error))),
    );
  });
}

function listens(path: string): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy());
    server.once('error', reject);
    server.listen(path, () => {
      server.off('error', reject);
      server.on('error', () => undefined);
      server.unref();
      resolve(server);
    });
  });
}

async function placeAt(folder: string, address: string, close: () => Promise<void>) {
  const place: LockPlace = {
    list: async () => (await readdir(folder)).filter((name) => name.endsWith('.sock')),
    isAlive: (name) => connects(join(address, name)),
    claim: (name) => listens(join(address, name)),
    discard: (name) => rm(join(folder, name), { force: true }),
    close,
  };
  return place;
}

async function nothingToClose(): Promise<void> {}

/** The place inside the folder itself: seen by every process and container that shares the folder. */
export async function placeInside(folder: string): Promise<LockPlace> {
  await mkdir(folder, { recursive: true });
  if (Buffer.byteLength(join(folder, LONGEST_NAME)) <= MAX_SOCKET_PATH_BYTES) {
    return placeAt(folder, folder, nothingToClose);
  }
  if (process.platform !== 'linux') {
    return placeBeside(folder);
  }
  // A socket address is short, a path need not be: name the folder by its open descriptor.
  const handle = await open(folder);
  return placeAt(folder, `/proc/self/fd/${handle.fd}`, () => handle.close());
}

/** The second choice, for long paths and file systems without sockets: seen by this machine only. */
export async function placeBeside(folder: string): Promise<LockPlace> {
  const key = createHash('sha256')
    .update(await realpath(folder))
    .digest('hex');
  const substitute = join(tmpdir(), `naru-${key.slice(0, 16)}`);
  await mkdir(substitute, { recursive: true });
  return placeAt(substitute, substitute, nothingToClose);
}
