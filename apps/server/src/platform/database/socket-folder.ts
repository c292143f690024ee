import { createHash } from 'node:crypto';
import { mkdir, open, readdir, realpath, rm } from 'node:fs/promises';
import { createConnection, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { errnoOf } from './errors.ts';

/** The limit is 108 bytes on Linux and 104 on macOS, with one byte for the terminator. */
const MAX_SOCKET_PATH_BYTES = 103;
const LONGEST_NAME = '4194304-0123456789ab.sock';
const CONNECT_DEADLINE_MS = 1_000;

export type SocketFolder = ReturnType<typeof socketsAt>;

/** Whether a process listens on a socket, as far as can be known: only a refusal proves that none does. */
export function isListening(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection(path);
    const settle = (alive: boolean): void => {
      socket.destroy();
      resolve(alive);
    };
    socket.setTimeout(CONNECT_DEADLINE_MS, () => settle(true));
    socket.once('connect', () => settle(true));
    // Only these two errors prove that no process listens; others (EACCES, EAGAIN) must not free a
    // lock.
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

/** A folder of sockets: one per process that claims it, including stale ones of dead processes. */
function socketsAt(folder: string, address: string, close = async () => {}) {
  return {
    /** Names of the claims, live or stale. */
    list: async () => (await readdir(folder)).filter((name) => name.endsWith('.sock')),
    /** Whether the claiming process is running; the kernel accepts the connection even if it is busy. */
    isAlive: (name: string) => isListening(join(address, name)),
    /** Throws EPERM, ENOTSUP, ... where the file system does not support sockets. */
    claim: (name: string) => listens(join(address, name)),
    discard: (name: string) => rm(join(folder, name), { force: true }),
    close,
  };
}

/** Sockets inside the folder: visible to every process and container that shares it. */
export async function socketsInside(folder: string): Promise<SocketFolder> {
  await mkdir(folder, { recursive: true });
  if (Buffer.byteLength(join(folder, LONGEST_NAME)) <= MAX_SOCKET_PATH_BYTES) {
    return socketsAt(folder, folder);
  }
  if (process.platform !== 'linux') return socketsBeside(folder);
  // A socket path is short, a folder path may not be: use the open descriptor as the folder's name.
  const handle = await open(folder);
  return socketsAt(folder, `/proc/self/fd/${handle.fd}`, () => handle.close());
}

/** Fallback for long paths and file systems without sockets: visible on this machine only. */
export async function socketsBeside(folder: string): Promise<SocketFolder> {
  const key = createHash('sha256')
    .update(await realpath(folder))
    .digest('hex');
  const substitute = join(tmpdir(), `naru-${key.slice(0, 16)}`);
  await mkdir(substitute, { recursive: true });
  return socketsAt(substitute, substitute);
}

/** Where the embedded database listens. */
export interface Address {
  /** The cluster's folder, which holds the socket; null on the loopback address. */
  socketFolder: string | null;
  /** On the loopback address; otherwise only part of the socket's name. */
  port: number;
}

const SOCKET_PORT = 5432;
const SOCKET_NAME = `.s.PGSQL.${SOCKET_PORT}`;

/**
 * A socket in the cluster's folder costs half as much per statement as the loopback address and is
 * closed to other accounts. Null where its path is too long or the system has none.
 */
export function socketIn(cluster: string): Address | null {
  const isPossible =
    process.platform !== 'win32' &&
    Buffer.byteLength(join(cluster, SOCKET_NAME)) <= MAX_SOCKET_PATH_BYTES;
  return isPossible ? { socketFolder: cluster, port: SOCKET_PORT } : null;
}

/**
 * Removes the lock of a killed database's socket: PostgreSQL would refuse to start if another
 * process had its id. The caller must hold the cluster's lock.
 */
export async function removeSocketLock(cluster: string): Promise<void> {
  await rm(join(cluster, `${SOCKET_NAME}.lock`), { force: true });
}

export function connectionUrl(user: string, password: string, address: Address): string {
  const { socketFolder, port } = address;
  const host = socketFolder === null ? '127.0.0.1' : encodeURIComponent(socketFolder);
  return `postgresql://${user}:${password}@${host}:${port}/postgres`;
}

/** Reads the address from the `postmaster.pid` of a running cluster; null when it has none yet. */
export function parseAddress(pidFile: string, cluster: string): Address | null {
  const [, , , port, socketFolder] = pidFile.split('\n');
  if (!/^[1-9]\d*$/.test(port ?? '') || socketFolder === undefined) return null;
  return { socketFolder: socketFolder === '' ? null : cluster, port: Number(port) };
}
