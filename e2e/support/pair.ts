import { rm } from 'node:fs/promises';
import { startEmbedded } from '../../apps/server/src/platform/database/embedded.ts';
import {
  type DatabaseProxy,
  startDatabaseProxy,
} from '../../apps/server/src/testing/database-proxy.ts';
import { type RedisServer, startRedis } from '../../apps/server/src/testing/redis-server.ts';
import { startTestStore, type TestStore } from '../../apps/server/src/testing/s3-store.ts';
import { type Balancer, startBalancer } from './balancer.ts';
import { freePort, makeDataDir, type NaruServer, startNaru } from './server.ts';

const SERVERS = 2;

export interface Pair {
  balancer: Balancer;
  servers: NaruServer[];
  /** To take them away and give them back; the database only with `hasProxy`. */
  engines: { database: DatabaseProxy | null; redis: RedisServer; store: TestStore };
  /** Ends a server, with a kill -9 if `how` says so, and starts it again on its port. */
  replace(index: number, how?: 'kill'): Promise<{ code: number | null; stopMs: number }>;
  stop(): Promise<void>;
}

interface PairOptions {
  /** Further settings of both servers. */
  env?: Record<string, string>;
  /** Puts a proxy before the database: it costs every statement a turn of the caller's event loop. */
  hasProxy?: boolean;
}

/**
 * Two servers behind a balancer, with one PostgreSQL that is no part of them, one Redis and one store of
 * files. They start at the same time on an empty database.
 */
export async function startPair(options: PairOptions = {}): Promise<Pair> {
  const stops: (() => unknown)[] = [];
  const stop = async () => {
    for (const end of stops.splice(0).reverse()) await end();
  };
  try {
    return { ...(await start(options, stops)), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function start(
  { env: more = {}, hasProxy = false }: PairOptions,
  stops: (() => unknown)[],
): Promise<Omit<Pair, 'stop'>> {
  const folder = async () => {
    const path = await makeDataDir();
    stops.push(() => rm(path, { recursive: true, force: true }));
    return path;
  };
  const [cluster, redis, store, balancer] = await Promise.all([
    startEmbedded({
      dataDir: await folder(),
      log: () => undefined,
      onUnexpectedExit: (reason) => console.error('PostgreSQL:', reason),
    }),
    startRedis(),
    startTestStore({ now: () => new Date() }),
    startBalancer(),
  ]);
  stops.push(cluster.stop, redis.stop, store.close, balancer.close);
  const database = hasProxy ? await startDatabaseProxy(cluster.url) : null;
  if (database !== null) stops.push(database.close);
  store.allowed.push(balancer.url);
  const env = {
    ...store.env,
    DEMO: 'on',
    DATABASE_URL: database?.url ?? cluster.url,
    REDIS_URL: redis.url,
    TOKEN_SECRET: 'a secret of both servers that is long enough',
    PUBLIC_URL: balancer.url,
    DRAIN_SECONDS: '2',
    WORKERS: '1',
    ...more,
  };
  const places = await Promise.all(
    Array.from({ length: SERVERS }, async () => ({
      env,
      dataDir: await folder(),
      port: await freePort(),
    })),
  );
  const starts = await Promise.allSettled(places.map(startNaru));
  const servers = starts.flatMap((start) => (start.status === 'fulfilled' ? start.value : []));
  stops.push(() => Promise.all(servers.map((server) => server.stop())));
  // After those that did start have their stop.
  const failed = starts.find((start) => start.status === 'rejected');
  if (failed) throw failed.reason;
  balancer.serve(servers.map(({ url }) => url));
  return {
    balancer,
    servers,
    engines: { database, redis, store },
    replace: async (index, how) => {
      const startedAt = performance.now();
      if (how === 'kill') await servers[index]?.kill();
      const code = (await servers[index]?.stop()) ?? null;
      const stopMs = performance.now() - startedAt;
      servers[index] = await startNaru(places[index]);
      return { code, stopMs };
    },
  };
}
