import { once } from 'node:events';
import { createServer, type IncomingMessage, request } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { pipeline } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';

const START = /\/assets\/start-[\w-]{8}\.js/g;
const NEXT_START = '/assets/start-nextnext.js';

export interface Front {
  url: string;
  /** Sends the worker and the page of a newer release, whose entry script has another name. */
  release(): void;
  /** Drops connections and refuses new ones, as a network that is gone. */
  cut(): void;
  mend(): void;
  close(): Promise<void>;
}

/** What becomes of a request: the server never sees it, or has acted and its response does not come back. */
export type Fate = 'arrives' | 'request lost' | 'response lost' | 'unavailable';

/**
 * A network and a deployment in front of the server at `target`. With `fateOf`, each request has a connection
 * of its own: a browser repeats by itself what it lost on one that was open before.
 */
export async function startFront(
  target: string,
  fateOf?: (incoming: IncomingMessage) => Fate,
): Promise<Front> {
  const sockets = new Set<Socket>();
  let isReleased = false;
  let isCut = false;
  let start = '';
  const server = createServer((incoming, outgoing) => {
    const { method, url = '/', headers } = incoming;
    const fate = fateOf?.(incoming) ?? 'arrives';
    if (fateOf !== undefined) outgoing.shouldKeepAlive = false;
    if (fate === 'unavailable') return outgoing.writeHead(503).end();
    if (fate === 'request lost') return outgoing.destroy();
    const path = url === NEXT_START ? start : url;
    const changes = isReleased && changeOf(path, headers.accept);
    const sent = request(new URL(path, target), { method, headers }, async (response) => {
      if (fate === 'response lost') {
        await buffer(response).catch(() => undefined);
        return outgoing.destroy();
      }
      if (!changes) {
        outgoing.writeHead(response.statusCode ?? 502, response.headers).flushHeaders();
        return pipeline(response, outgoing, () => undefined);
      }
      const old = await text(response);
      start = START.exec(old)?.[0] ?? start;
      START.lastIndex = 0;
      const { etag: _, 'content-length': __, ...cached } = response.headers;
      return outgoing.writeHead(response.statusCode ?? 502, cached).end(changes(old));
    });
    if (changes) {
      sent.removeHeader('accept-encoding');
      sent.removeHeader('if-none-match');
      sent.removeHeader('if-modified-since');
    }
    sent.on('error', () => outgoing.destroy());
    outgoing.on('close', () => void (outgoing.writableFinished || sent.destroy()));
    return incoming.pipe(sent);
  });
  server.on('connection', (socket: Socket) => {
    if (isCut) return socket.destroy();
    sockets.add(socket);
    return socket.once('close', () => sockets.delete(socket));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const drop = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    release: () => {
      isReleased = true;
    },
    cut: () => {
      isCut = true;
      drop();
    },
    mend: () => {
      isCut = false;
    },
    close: async () => {
      drop();
      server.close();
      await once(server, 'close');
    },
  };
}

/** How a newer release changes a response; false for all others. */
function changeOf(path: string, accept = ''): false | ((old: string) => string) {
  if (path === '/service-worker.js') return (old) => old.replaceAll(START, NEXT_START);
  const isPage = accept.includes('text/html') || path === '/';
  return isPage && ((old) => `${old}<!-- ${NEXT_START} -->`);
}
