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
import { setTimeout as pause } from 'node:timers/promises';

const PROBE_MS = 50;
/** An idle connection ends sooner than the servers end it, which would fail the next request on it. */
const IDLE_MS = 5_000;
/** Belong to one connection, not to the message. */
const HOP = ['connection', 'keep-alive', 'transfer-encoding', 'upgrade'];

export interface Balancer {
  url: string;
  /** How many requests each server got. */
  counts: Map<string, number>;
  /** Why requests got a 502. */
  faults: string[];
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
  const agent = new Agent({ keepAlive: true, timeout: IDLE_MS });
  const counts = new Map<string, number>();
  const faults: string[] = [];
  const fail = (outgoing: ServerResponse, reason: string) => {
    // A client that went away gets no response.
    if (outgoing.destroyed) return;
    faults.push(reason);
    if (outgoing.headersSent) outgoing.destroy();
    else outgoing.writeHead(502).end();
  };
  let servers: string[] = [];
  let ready: string[] = [];
  let turn = 0;
  const server = createServer((incoming, outgoing) => {
    const url = ready[turn % Math.max(ready.length, 1)];
    turn += 1;
    if (url === undefined) return fail(outgoing, 'no server is ready');
    counts.set(url, (counts.get(url) ?? 0) + 1);
    const onFailed = (error: Error) =>
      fail(outgoing, `${incoming.method} ${url}: ${error.message}`);
    pass(incoming, outgoing, { url, agent, onFailed });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const closing = new AbortController();
  const probing = probe(closing.signal);
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    counts,
    faults,
    ready: () => ready,
    serve: (urls) => {
      servers = urls;
      ready = urls;
    },
    close: async () => {
      closing.abort();
      await probing;
      agent.destroy();
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };

  /** One after the other, so that no late response replaces a newer one. */
  async function probe(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const asked = servers;
      const states = await Promise.all(asked.map(isReady));
      if (asked === servers) ready = servers.filter((_, n) => states[n]);
      await pause(PROBE_MS);
    }
  }
}

async function isReady(url: string): Promise<boolean> {
  const response = await fetch(`${url}/api/health/ready`).catch(() => null);
  await response?.arrayBuffer();
  return response?.status === 200;
}

function pass(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  { url, agent, onFailed }: { url: string; agent: Agent; onFailed: (error: Error) => void },
): void {
  const { method, url: path = '/', headers } = incoming;
  const options: RequestOptions = {
    agent,
    method,
    // Sends no address of the client: demo accounts log in only without headers of a proxy.
    headers: withoutHop(headers),
  };
  const sent = request(new URL(path, url), options, (response) => {
    outgoing.writeHead(response.statusCode ?? 502, withoutHop(response.headers));
    // The head of a stream goes before its first event.
    outgoing.flushHeaders();
    pipeline(response, outgoing, () => undefined);
  });
  sent.on('error', onFailed);
  outgoing.on('close', () => void (outgoing.writableFinished || sent.destroy()));
  incoming.pipe(sent);
}

function withoutHop(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !HOP.includes(name)));
}
