import { createServer, type Server } from 'node:http';
import { Registry } from 'prom-client';
import type { Log } from '../log.ts';

const TYPE = Registry.PROMETHEUS_CONTENT_TYPE;

interface Options {
  /** Returns the page. */
  render: () => Promise<string>;
  log: Pick<Log, 'warn'>;
}

/** `GET /metrics` and nothing else, for a monitoring that may read it without a login. */
export function createMetricsServer({ render, log }: Options): Server {
  return createServer((request, response) => {
    if (request.method !== 'GET' || request.url?.split('?')[0] !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    render().then(
      (page) => response.writeHead(200, { 'content-type': TYPE }).end(page),
      (error: unknown) => {
        log.warn({ err: error }, 'metrics not read');
        response.writeHead(500).end();
      },
    );
  });
}
