import { randomBytes } from 'node:crypto';
import type { Server } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { asStartError, DatabaseStartError, errnoOf } from './errors.ts';
import { type SocketFolder, socketsBeside, socketsInside } from './socket-folder.ts';

export interface FolderLock {
  release(): Promise<void>;
}

const TIE_ATTEMPTS = 8;
const TIE_PAUSE_MS = 60;

function inUse(folder: string, claim: string): DatabaseStartError {
  const pid = claim.split('-')[0];
  return new DatabaseStartError(
    'FOLDER_IN_USE',
    `${folder} is already used by a running server (process ${pid}). Stop that one first, or choose another DATA_DIR.`,
  );
}

async function livingClaim(sockets: SocketFolder, own?: string): Promise<string | undefined> {
  for (const name of await sockets.list()) {
    if (name !== own && (await sockets.isAlive(name))) return name;
  }
  return undefined;
}

async function discardDead(sockets: SocketFolder, own: string): Promise<void> {
  const others = (await sockets.list()).filter((name) => name !== own);
  await Promise.all(others.map((name) => sockets.discard(name)));
}

function closed(server: Server): Promise<void> {
  return new Promise((resolve) => server.close(() => resolve()));
}

/**
 * Claims first and checks afterwards: of two concurrent processes at least one sees the other, so
 * both never hold the lock. When both see each other both release their claim and retry.
 */
async function contend(folder: string, sockets: SocketFolder): Promise<FolderLock> {
  let rival: string | undefined;
  try {
    for (let attempt = 0; attempt < TIE_ATTEMPTS; attempt += 1) {
      rival = await livingClaim(sockets);
      if (rival) break;
      const own = `${process.pid}-${randomBytes(6).toString('hex')}.sock`;
      const server = await sockets.claim(own);
      rival = await livingClaim(sockets, own);
      if (!rival) {
        await discardDead(sockets, own);
        return {
          release: async () => {
            await closed(server);
            await sockets.close();
          },
        };
      }
      await closed(server);
      await delay(Math.random() * TIE_PAUSE_MS);
    }
    throw inUse(folder, rival ?? 'unknown');
  } catch (error) {
    await sockets.close();
    throw error;
  }
}

/** Errors of bind(2) that mean that the file system does not support sockets. */
const NO_SOCKETS_HERE = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'EINVAL', 'ENOSYS'];

async function acquire(folder: string, lockName: string): Promise<FolderLock> {
  const lockFolder = join(folder, lockName);
  try {
    return await contend(folder, await socketsInside(lockFolder));
  } catch (error) {
    if (NO_SOCKETS_HERE.includes(errnoOf(error))) {
      return contend(folder, await socketsBeside(lockFolder));
    }
    throw asStartError(error, folder);
  }
}

/**
 * Allows one server per DATA_DIR. The claim is a listening socket inside the folder, so the kernel
 * releases it with the process: a lock left by `kill -9` is free at once, and a reused process id
 * or a second container on the same volume causes no confusion. A refusal changes no byte. @throws
 * DatabaseStartError FOLDER_IN_USE (names the process), FOLDER_UNUSABLE
 */
export function acquireFolderLock(dataDir: string): Promise<FolderLock> {
  return acquire(dataDir, 'server.lock');
}

/** The same for the folder with the cluster, which may be outside DATA_DIR. */
export function acquireClusterLock(home: string): Promise<FolderLock> {
  return acquire(home, 'postgres.lock');
}
