import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { deferred } from '../platform/deferred.ts';
import type { Log } from '../platform/log.ts';

const CHANNEL = 'naru_news';
const CONNECT_MS = 2_000;
const STATEMENT_MS = 2_000;
const CLOSE_MS = 1_000;
const PAUSE_MS = 500;
/** Packets of one statement. */
const AT_ONCE = 100;
/** Packets that wait while the database is away; the oldest are dropped. */
const WAITING_MAX = 1_000;

export type PostgresChannel = ReturnType<typeof openPostgresChannel>;

interface Options {
  url: string;
  log: Pick<Log, 'warn'>;
}

interface Listener {
  received(text: string): void;
  /** A connection listens; `again`: after one that was lost. */
  opened(again: boolean): void;
}

/**
 * Messages between servers by LISTEN and NOTIFY, on a connection of its own. Messages sent while a statement runs
 * share the next one; requests do not notify in their own transactions, so it costs them nothing.
 */
export function openPostgresChannel({ url, log }: Options) {
  const closing = new AbortController();
  const tried = deferred<void>();
  let listener: Listener = { received: () => undefined, opened: () => undefined };
  let client: pg.Client | null = null;
  let isListening = false;
  let sending: Promise<void> | null = null;
  let waiting: string[] = [];
  let opened = 0;

  const running = stayConnected();

  return {
    /** Resolves after the first attempt to connect. */
    tried: tried.promise,
    /** Whether notifications arrive: false without a connection, or behind a pooler that loses them. */
    isListening: () => isListening,
    listen: (given: Listener): void => {
      listener = given;
    },
    send,
    /** Sends the waiting messages, then disconnects. */
    async close(): Promise<void> {
      await sending;
      closing.abort();
      if (client !== null) await disconnect(client);
      await running;
    },
  };

  function send(text: string): void {
    waiting.push(text);
    if (waiting.length > WAITING_MAX) waiting.shift();
    sending ??= sendAll().finally(() => {
      sending = null;
    });
  }

  async function sendAll(): Promise<void> {
    while (client !== null && waiting.length > 0) {
      const texts = waiting.splice(0, AT_ONCE);
      const own = client;
      try {
        await own.query({
          name: 'notify',
          text: 'select pg_notify($1, text) from unnest($2::text[]) as text',
          values: [CHANNEL, texts],
        });
      } catch {
        waiting = [...texts, ...waiting];
        if (client === own) client = null;
        void disconnect(own);
      }
    }
  }

  async function stayConnected(): Promise<void> {
    while (!closing.signal.aborted) {
      await useOnce().catch((error: unknown) => {
        if (!closing.signal.aborted) log.warn({ err: error }, 'no messages of other servers');
      });
      tried.resolve();
      await delay(PAUSE_MS, undefined, { signal: closing.signal, ref: false }).catch(
        () => undefined,
      );
    }
  }

  /** Connects and listens until the connection ends. */
  async function useOnce(): Promise<void> {
    const own = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: CONNECT_MS,
      query_timeout: STATEMENT_MS,
      keepAlive: true,
      application_name: 'naru news',
    });
    const ended = deferred<void>();
    own.on('error', () => ended.resolve());
    own.on('end', () => ended.resolve());
    own.on('notification', ({ payload }) => {
      isListening = true;
      listener.received(payload ?? '');
    });
    try {
      await own.connect();
      await own.query(`listen ${CHANNEL}`);
      // A `close` during the attempt found no connection to end.
      closing.signal.throwIfAborted();
      client = own;
      opened += 1;
      listener.opened(opened > 1);
      tried.resolve();
      await ended.promise;
    } finally {
      if (client === own) client = null;
      isListening = false;
      void disconnect(own);
    }
  }
}

/** Does not wait for a database that does not respond. */
async function disconnect(client: pg.Client): Promise<void> {
  const ended = client.end().catch(() => undefined);
  await Promise.race([ended, delay(CLOSE_MS, undefined, { ref: false })]);
}
