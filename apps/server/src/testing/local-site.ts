import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Reply {
  status?: number;
  headers?: Record<string, string>;
  body?: string | Buffer;
}

type Respond = (response: ServerResponse, headers: IncomingHttpHeaders) => void;

export interface LocalSite {
  /** Such as `http://127.0.0.1:40123`. */
  origin: string;
  port: number;
  /** By path with its query; others are 404. */
  pages: Map<string, Reply | Respond>;
  /** Paths in the order of the requests. */
  requests: string[];
  /** Connections so far. */
  connections: () => number;
  close: () => Promise<void>;
}

/** A web server of another institution, on the loopback address. */
export async function startLocalSite(
  pages: Record<string, Reply | Respond> = {},
): Promise<LocalSite> {
  const known = new Map(Object.entries(pages));
  const requests: string[] = [];
  let connections = 0;
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    requests.push(path);
    const reply = known.get(path) ?? { status: 404 };
    if (typeof reply === 'function') return reply(response, request.headers);
    response.writeHead(reply.status ?? 200, reply.headers).end(reply.body);
  });
  server.on('connection', () => {
    connections += 1;
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    port,
    pages: known,
    requests,
    connections: () => connections,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
