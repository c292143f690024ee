import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';

export interface DatabaseProxy {
  /** The address of the same database through the proxy. */
  url: string;
  /** Connections that it holds. */
  count(): number;
  /** Takes connections and statements and never responds. */
  hang(): void;
  /** Takes new connections and says nothing on them; those that are open go on. */
  hangNew(): void;
  /** Ends all connections and takes no more. */
  refuse(): Promise<void>;
  /** Resets all connections, in the middle of their statements. */
  reset(): void;
  /** Lets everything through again. */
  restore(): Promise<void>;
  close(): Promise<void>;
}

/** A TCP proxy in front of a database that can be away in several ways. */
export async function startDatabaseProxy(databaseUrl: string): Promise<DatabaseProxy> {
  const target = new URL(databaseUrl);
  const pairs = new Map<Socket, Socket>();
  let isHanging = false;
  let isHangingNew = false;
  const server = createServer((socket) => {
    if (isHangingNew) {
      pairs.set(socket, socket);
      socket.on('error', () => undefined).on('close', () => pairs.delete(socket));
      return;
    }
    const behind = connectTo(target);
    pairs.set(socket, behind);
    for (const [one, other] of [
      [socket, behind],
      [behind, socket],
    ] as const) {
      one.on('error', () => undefined);
      one.on('close', () => {
        other.destroy();
        pairs.delete(socket);
      });
      one.on('data', (bytes) => void (isHanging || other.write(bytes)));
    }
  });
  const port = await listenOn(server, 0);
  const url = new URL(databaseUrl);
  url.host = `127.0.0.1:${port}`;
  const destroyAll = () => {
    for (const socket of pairs.keys()) socket.resetAndDestroy();
  };
  const refuse = async () => {
    if (server.listening) await new Promise((resolve) => server.close(resolve) && destroyAll());
  };
  return {
    url: url.href,
    count: () => pairs.size,
    hang: () => {
      isHanging = true;
    },
    hangNew: () => {
      isHangingNew = true;
    },
    refuse,
    reset: destroyAll,
    restore: async () => {
      // What was lost on the way would be missing in the middle of a connection.
      if (isHanging) destroyAll();
      isHanging = false;
      isHangingNew = false;
      if (!server.listening) await listenOn(server, port);
    },
    close: refuse,
  };
}

function connectTo({ hostname, port }: URL): Socket {
  const host = decodeURIComponent(hostname);
  if (host.startsWith('/')) return connect(`${host}/.s.PGSQL.${port}`);
  return connect(Number(port), host);
}

async function listenOn(server: Server, port: number): Promise<number> {
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the proxy does not listen');
  return address.port;
}
