import pg from 'pg';

/** Between two looks at the bytes that have come. */
const LOOK_MS = 250;
/** Looks without a byte from the database after which it is asked whether it still responds. */
const SILENT_LOOKS = 2;
/** How long a new connection may take to get the first byte. */
const ASK_MS = 1_200;

type Connected = (error?: Error) => void;

/** What `pg` knows of a connection; its types leave this out. */
type Watched = pg.Client & {
  readyForQuery: boolean | null;
  connection: { stream: { bytesRead: number } };
};

/**
 * Notices within two seconds that the database takes statements and never responds: a cable, a firewall or a
 * machine that is gone notifies nobody. While it is silent, connections are refused at once, so that requests
 * fail instead of waiting. A slow statement is no silence, as the database still takes new connections, and
 * looks are counted instead of a time, so that a busy process does not mistake itself for the database.
 */
export function watchSilence(config: pg.ClientConfig) {
  const clients = new Set<Watched>();
  let bytes = 0;
  let silentLooks = 0;
  let isAway = false;
  let isAsking = false;
  let isClosed = false;

  /** A connection that is watched; its connect fails at once while the database is silent. */
  class WatchedClient extends pg.Client {
    override connect = ((done?: Connected) => {
      const connecting = connectWatched(this, () => super.connect());
      if (done === undefined) return connecting;
      connecting.then(() => done(), done);
    }) as pg.Client['connect'];
  }

  function connectWatched(client: pg.Client, connect: () => Promise<unknown>): Promise<unknown> {
    if (isAway) {
      return Promise.reject(new Error('Connection terminated: the database does not respond'));
    }
    const watched = client as Watched;
    clients.add(watched);
    client.once('end', () => clients.delete(watched));
    return connect();
  }

  function look(): void {
    const isWaiting = [...clients].some(({ readyForQuery }) => readyForQuery !== true);
    const read = [...clients].reduce((sum, client) => sum + client.connection.stream.bytesRead, 0);
    silentLooks = isWaiting && read === bytes ? silentLooks + 1 : 0;
    bytes = read;
    if ((isAway || silentLooks >= SILENT_LOOKS) && !isAsking) void ask();
  }

  async function ask(): Promise<void> {
    isAsking = true;
    // A busy machine may open no connection in time while the others go on.
    const responds = (await respondsTo(config)) || (!isAway && silentLooks < SILENT_LOOKS);
    isAsking = false;
    silentLooks = 0;
    isAway = !responds && !isClosed;
    if (isAway) for (const { connection } of clients) connection.stream.destroy();
  }

  const timer = setInterval(look, LOOK_MS).unref();
  return {
    Client: WatchedClient,
    /** The connections of this kind that have not ended. */
    open: clients as ReadonlySet<pg.Client>,
    close(): void {
      isClosed = true;
      clearInterval(timer);
    },
  };
}

/** Whether the database sends anything to a new connection; a refusal of the login is a response. */
async function respondsTo(config: pg.ClientConfig): Promise<boolean> {
  const client = new pg.Client({ ...config, connectionTimeoutMillis: ASK_MS });
  client.on('error', () => undefined);
  const { stream } = (client as unknown as Watched).connection;
  await client.connect().catch(() => undefined);
  const responds = stream.bytesRead > 0;
  if (responds) void client.end().catch(() => undefined);
  else stream.destroy();
  return responds;
}
