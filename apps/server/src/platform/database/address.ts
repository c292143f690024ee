import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { MAX_SOCKET_PATH_BYTES } from './socket-folder.ts';

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
