import { randomUUID } from 'node:crypto';
import type { Env } from '../config/env.ts';
import type { Log } from '../platform/log.ts';
import type { Seal } from '../platform/seal.ts';
import { createOtherServers } from './other-servers.ts';
import { createPeers, type Outside, type Peers } from './peers.ts';
import { openPostgresChannel } from './postgres-channel.ts';
import { createRedis } from './redis.ts';
import type { Serving } from './serving.ts';
import type { Shared } from './shared.ts';

interface Given {
  env: Pick<Env, 'DATABASE_URL' | 'REDIS_URL'>;
  /** URL of the database in use, even an embedded one. */
  url: string;
  seal: Pick<Seal, 'hashText'>;
  log: Pick<Log, 'info' | 'warn'>;
  version: string;
  shared: Pick<Shared, 'useRedis'>;
  serving: Pick<Serving, 'peers' | 'join'> | null;
}

interface Joined {
  /** The other processes and servers; undefined for a process that is alone. */
  peers: Peers | undefined;
  findWarnings(): string[];
  close(): Promise<void>;
}

/**
 * Connects a server with the others on its database and, if configured, with the Redis in which they count
 * together. Waits only for the first attempt: a server can start without them.
 */
export async function joinServers(given: Given): Promise<Joined> {
  const { env, url, log, serving } = given;
  if (env.DATABASE_URL === undefined && env.REDIS_URL === undefined) {
    const close = async () => undefined;
    return { peers: serving?.peers, findWarnings: () => [], close };
  }
  const serverId = randomUUID();
  const redis = env.REDIS_URL === undefined ? null : openRedis(env.REDIS_URL, serverId, given);
  const postgres = openPostgresChannel({ url, log });
  const others = createOtherServers({ serverId, postgres });
  const peers = connectPeers(serving, others);
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
      others.close();
      await Promise.all([postgres.close(), redis?.close()]);
    },
  };
}

/** Keys of two installations on one Redis differ, and reveal nothing about members and addresses. */
function openRedis(url: string, serverId: string, { seal, log, version, shared }: Given) {
  const hash = (text: string) => seal.hashText(`redis ${text}`).toString('base64url').slice(0, 22);
  const redis = createRedis({ url, prefix: `naru:${hash('installation')}:`, serverId, log });
  // Each version has its own numbers for the limits.
  shared.useRedis(redis, (text) => hash(`${version} ${text}`));
  return redis;
}

function connectPeers(serving: Given['serving'], others: Outside): Peers {
  if (serving !== null) {
    serving.join(others);
    return serving.peers;
  }
  const peers = createPeers(others.publish);
  others.listen(peers.receive);
  return peers;
}
