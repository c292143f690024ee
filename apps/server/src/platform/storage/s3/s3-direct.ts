import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { S3Limits } from './s3-client.ts';

/** What the preflight request (CORS) asks the store for. */
const ASKED = { method: 'PUT', header: 'content-type' };

/** Rule of the bucket without which browsers send no files to it. */
export function corsRule(origin: string): string {
  return JSON.stringify({
    CORSRules: [
      {
        AllowedOrigins: [origin],
        AllowedMethods: [ASKED.method],
        AllowedHeaders: [ASKED.header],
        MaxAgeSeconds: 3600,
      },
    ],
  });
}

/** Whether the store lets pages of `origin` send files to `url`, asked as a browser asks; never throws. */
export function allowsPages(url: URL, origin: string, { silenceMs }: S3Limits): Promise<boolean> {
  const open = url.protocol === 'https:' ? requestHttps : requestHttp;
  return new Promise((resolve) => {
    const request = open(url, {
      method: 'OPTIONS',
      agent: false,
      timeout: silenceMs,
      headers: {
        origin,
        'access-control-request-method': ASKED.method,
        'access-control-request-headers': ASKED.header,
      },
    });
    const timer = setTimeout(() => request.destroy(), silenceMs);
    request.on('timeout', () => request.destroy());
    request.on('error', () => undefined);
    request.on('close', () => {
      clearTimeout(timer);
      resolve(false);
    });
    request.on('response', ({ statusCode = 0, headers }) => {
      const isAllowed =
        statusCode < 300 &&
        includes(headers['access-control-allow-origin'], origin) &&
        includes(headers['access-control-allow-methods'], ASKED.method) &&
        includes(headers['access-control-allow-headers'], ASKED.header);
      resolve(isAllowed);
      request.destroy();
    });
    request.end();
  });
}

function includes(header: string | undefined, value: string): boolean {
  const parts = (header ?? '').split(',').map((part) => part.trim().toLowerCase());
  return parts.includes('*') || parts.includes(value.toLowerCase());
}
