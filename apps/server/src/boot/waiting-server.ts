import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { ErrorBody } from '@naru/contract/error-body';
import { ERRORS } from '@naru/contract/errors';
import { systemRoutes } from '@naru/contract/system';
import type { Env } from '../config/env.ts';
import type { Program } from '../features/tools.ts';
import { corsPartsOf, sendPreflight } from '../http/origins.ts';
import { newTrace } from '../http/request-log.ts';
import { securityHeaders } from '../http/security.ts';
import { storeOrigin } from '../platform/storage/create-storage.ts';
import { asListenError } from './listen.ts';

const RETRY_SECONDS = 5;
/** How long a client may take to send its request; the response does not depend on it. */
const REQUEST_MS = 10_000;
const CONNECTIONS_MAX = 1_000;
const TITLE = '서버를 준비하고 있습니다.';
const TEXT = '잠시 후 이 페이지가 자동으로 다시 열립니다.';

interface Site extends Program {
  isDatabaseUp: () => boolean;
}

type Settings = Pick<Env, 'HOST' | 'PORT' | 'PUBLIC_URL' | 'CORS_ORIGINS' | 'S3' | 'DATA_DIR'>;

interface Body {
  status: number;
  type: 'application/json' | 'text/html';
  text: string;
}

/**
 * Listens in place of a server whose start waits: probes see that it is alive but not ready, everybody else that it
 * starts soon. Resolves to the function that frees the port at once; no request outlives its response.
 * @throws StartError when the address cannot be used
 */
export async function listenMeanwhile(env: Settings, site: Site): Promise<() => void> {
  const headers = securityHeaders({ publicUrl: env.PUBLIC_URL, storeOrigin: storeOrigin(env) });
  const server = createServer(
    { requestTimeout: REQUEST_MS, headersTimeout: REQUEST_MS, connectionsCheckingInterval: 1_000 },
    (request: IncomingMessage, response: ServerResponse) => {
      const cors = corsPartsOf(request, env.CORS_ORIGINS);
      const own = { ...headers, ...cors.headers };
      if (cors.isPreflight) return sendPreflight(response, { ...own, connection: 'close' });
      const { status, type, text } = bodyFor(request.url ?? '/', site);
      response
        .writeHead(status, {
          ...own,
          'content-type': `${type}; charset=utf-8`,
          'content-length': Buffer.byteLength(text),
          'cache-control': 'no-store',
          'retry-after': String(RETRY_SECONDS),
          connection: 'close',
        })
        .end(request.method === 'HEAD' ? undefined : text);
    },
  );
  server.maxConnections = CONNECTIONS_MAX;
  try {
    server.listen({ host: env.HOST, port: env.PORT });
    await once(server, 'listening');
  } catch (error) {
    throw asListenError(error, { host: env.HOST, port: env.PORT, prefix: '' });
  }
  return () => {
    server.close();
    // Includes connections that have sent no request, which nothing else would close.
    setImmediate(() => server.closeAllConnections());
  };
}

function bodyFor(url: string, { version, commit, isDatabaseUp }: Site): Body {
  const path = url.replace(/[?#].*/s, '');
  const { live, ready, health } = systemRoutes;
  if (path === live.path) return json(200, { status: 'ok' });
  if (path === ready.path) return json(503, { status: 'starting' });
  if (path === health.path) {
    const database = isDatabaseUp() ? 'up' : 'down';
    return json(503, {
      status: 'unavailable',
      version,
      commit,
      database,
      uptime: Math.floor(process.uptime()),
      engines: [{ name: 'database', state: database }],
    });
  }
  if (!path.startsWith('/api/')) return { status: 503, type: 'text/html', text: PAGE };
  const { status, message } = ERRORS.UNAVAILABLE;
  const body: ErrorBody = { error: 'UNAVAILABLE', message, requestId: newTrace() };
  return json(status, body);
}

const json = (status: number, body: object): Body => ({
  status,
  type: 'application/json',
  text: JSON.stringify(body),
});

const PAGE = `<!doctype html>
<html lang="ko">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="refresh" content="${RETRY_SECONDS}">
<title>${TITLE}</title>
<body style="margin:0">
<main style="margin:28vh auto 0;max-width:28rem;padding:0 1.5rem;font-family:sans-serif;line-height:1.6;text-align:center;word-break:keep-all">
<h1 style="font-size:1.25rem">${TITLE}</h1>
<p>${TEXT}</p>
</main>
`;
