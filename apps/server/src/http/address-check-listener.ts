import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import proxyAddr, { compile } from '@fastify/proxy-addr';
import {
  CHECK_HEADER,
  CHECK_PATH,
  proveCheck,
  readCheck,
  type SeenRequest,
} from '../platform/address-check.ts';

interface Options {
  host: string;
  port: number;
  /** Proxies that are believed. */
  trusted: readonly string[];
  secret: string;
}

/**
 * Responds to signed calls in place of a server that does not run yet. Resolves to the function that frees the
 * port; rejects with EADDRINUSE where a server runs.
 */
export async function listenForCall(options: Options): Promise<() => void> {
  const { host, port, secret } = options;
  const server = createServer((request, response) => {
    const header = request.headers[CHECK_HEADER];
    const isCheck = request.url === CHECK_PATH && typeof header === 'string';
    const check = isCheck ? readCheck(header, new Date()) : null;
    const proof = check && proveCheck(check, [secret]);
    if (proof === null) return response.writeHead(503).end();
    const body = JSON.stringify({ proof, seen: seenBy(request, options) });
    return response.writeHead(200, { 'content-type': 'application/json' }).end(body);
  });
  server.listen({ host, port });
  await once(server, 'listening');
  return () => {
    server.close();
    server.closeAllConnections();
  };
}

function seenBy(request: IncomingMessage, { trusted }: Options): SeenRequest {
  const { headers, socket } = request;
  const [forwardedFor, forwardedProto] = ['x-forwarded-for', 'x-forwarded-proto'].map((name) =>
    headers[name] === undefined ? null : String(headers[name]),
  );
  return {
    peer: socket.remoteAddress ?? '',
    client: proxyAddr(request, compile([...trusted])),
    protocol: 'http',
    host: headers.host ?? '',
    forwardedFor: forwardedFor ?? null,
    forwardedProto: forwardedProto ?? null,
    version: '',
  };
}
