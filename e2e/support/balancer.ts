import { once } from 'node:events';
import {
  Agent,
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type RequestOptions,
  request,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream';

const PROBE_MS = 50;
/** Belong to one connection, not to the message. */
const HOP = ['connection', 'keep-alive', 'transfer-encoding', 'upgrade'];

export interface Balancer {
  url: string;
  /** How many requests each server got. */
  counts: Map<string, number>;
  /** Servers that say they are ready. */
  ready(): string[];
  /** Takes the servers between which requests alternate. */
  serve(urls: string[]): void;
  close(): Promise<void>;
}

/**
 * A proxy that gives each request to the next ready server, as balancers do: it asks the servers for their
 * readiness all the time, and repeats no request.
 */
export async function startBalancer(): Promise<Balancer> {
  const agent = new Agent({ keepAlive: true });
  const counts = new Map<string, number>();
  let servers: string[] = [];
  let ready: string[] = [];
  let turn = 0;
  const server = createServer((incoming, outgoing) => {
    const url = ready[turn % Math.max(ready.length, 1)];
    turn += 1;
    if (url === undefined) return void outgoing.writeHead(502).end();
    counts.set(url, (counts.get(url) ?? 0) + 1);
    pass(incoming, outgoing, { url, agent });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const probe = async () => {
    const states = await Promise.all(servers.map(isReady));
    ready = servers.filter((_, n) => states[n]);
  };
  const timer = setInterval(() => void probe(), PROBE_MS);
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    counts,
    ready: () => ready,
    serve: (urls) => {
      servers = urls;
      ready = urls;
    },
    close: async () => {
      clearInterval(timer);
      agent.destroy();
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

async function isReady(url: string): Promise<boolean> {
  const response = await fetch(`${url}/api/health/ready`).catch(() => null);
  await response?.arrayBuffer();
  return response?.status === 200;
}

function pass(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  { url, agent }: { url: string; agent: Agent },
): void {
  const { method, url: path = '/', headers } = incoming;
  const options: RequestOptions = {
    agent,
    method,
    // Without the address of the client: demo accounts log in without a sign of a proxy only.
    headers: withoutHop(headers),
  };
  const sent = request(new URL(path, url), options, (response) => {
    outgoing.writeHead(response.statusCode ?? 502, withoutHop(response.headers));
    // The head of a stream goes before its first event.
    outgoing.flushHeaders();
    pipeline(response, outgoing, () => undefined);
  });
  sent.on('error', () => {
    if (outgoing.headersSent) outgoing.destroy();
    else outgoing.writeHead(502).end();
  });
  outgoing.on('close', () => void (outgoing.writableFinished || sent.destroy()));
  incoming.pipe(sent);
}

function withoutHop(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !HOP.includes(name)));
}
