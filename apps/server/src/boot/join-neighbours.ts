import { randomUUID } from 'node:crypto';
import type { Env } from '../config/env.ts';
import type { Log } from '../platform/log.ts';
import { createNeighbours } from '../platform/neighbours/neighbours.ts';
import { openPostgresChannel } from '../platform/neighbours/postgres-channel.ts';
import { createRedis } from '../platform/neighbours/redis.ts';
import { createPeers, type Outside, type Peers } from '../platform/processes/peers.ts';
import type { Serving } from '../platform/processes/serving.ts';
import type { Seal } from '../platform/seal.ts';
import type { Shared } from '../wiring/shared.ts';

interface Given {
  env: Pick<Env, 'DATABASE_URL' | 'REDIS_URL'>;
  /** Of the database in use, also of an embedded one. */
  url: string;
  seal: Pick<Seal, 'hashText'>;
  log: Pick<Log, 'info' | 'warn'>;
  version: string;
  shared: Pick<Shared, 'shareBy'>;
  serving: Pick<Serving, 'peers' | 'join'> | null;
}

interface Joined {
  /** The other processes and servers; undefined for a process that is alone. */
  peers: Peers | undefined;
  findWarnings(): string[];
  close(): Promise<void>;
}

/**
 * Connects a server with the others on its database, by PostgreSQL and, where it is set, by Redis.
 * Waits for the first attempt only: a server also starts without them.
 */
export async function joinNeighbours(given: Given): Promise<Joined> {
  const { env, url, log, serving } = given;
  if (env.DATABASE_URL === undefined && env.REDIS_URL === undefined) {
    const close = async () => undefined;
    return { peers: serving?.peers, findWarnings: () => [], close };
  }
  const serverId = randomUUID();
  const redis = env.REDIS_URL === undefined ? null : openRedis(env.REDIS_URL, serverId, given);
  const postgres = openPostgresChannel({ url, log });
  const neighbours = createNeighbours({ serverId, postgres, redis });
  const peers = connectPeers(serving, neighbours);
  await Promise.all([postgres.tried, redis?.tried]);
  return {
    peers,
    findWarnings: () =>
      redis?.state() === 'away'
        ? [
            'REDIS_URL cannot be used now (see the log): this server counts its limits alone until then',
          ]
        : [],
    close: async () => {
      await neighbours.close();
      await Promise.all([postgres.close(), redis?.close()]);
    },
  };
}

/** Keys of two installations on one Redis differ, and say nothing about members and addresses. */
function openRedis(url: string, serverId: string, { seal, log, version, shared }: Given) {
  const hash = (text: string) => seal.hashText(`redis ${text}`).toString('base64url').slice(0, 22);
  const redis = createRedis({ url, prefix: `naru:${hash('installation')}:`, serverId, log });
  // Versions number their limits by themselves.
  shared.shareBy(redis, (text) => hash(`${version} ${text}`));
  return redis;
}

function connectPeers(serving: Given['serving'], neighbours: Outside): Peers {
  if (serving !== null) {
    serving.join(neighbours);
    return serving.peers;
  }
  const peers = createPeers(neighbours.publish);
  neighbours.listen(peers.receive);
  return peers;
}
