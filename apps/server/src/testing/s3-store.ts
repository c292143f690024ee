import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { Clock } from '../platform/clock.ts';
import type { S3Settings } from '../platform/storage/s3/s3-signing.ts';
import { judge } from './s3-signatures.ts';

const KEYS = { region: 'kr-test', accessKey: 'naru-test', secretKey: 'secret/of+the=store' };
const BUCKET = 'naru-files';

/** How the store fails: refuses connections, never responds, forbids, is busy once, leaves HTTP. */
export type Trouble = 'down' | 'silent' | 'forbidden' | 'busy once' | 'no HTTP';
const SWITCH = 'HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n';

export interface TestStore {
  settings: S3Settings;
  /** The same as environment. */
  env: Record<string, string>;
  /** Stored bytes by name. */
  objects: Map<string, { bytes: Buffer; modifiedAt: Date }>;
  /** Requests so far, such as `PUT files/x.pdf`. */
  calls: string[];
  /** Fails from now on; null: works again. */
  fail(trouble: Trouble | null): void;
  /** Origins whose pages may send files. */
  allowed: string[];
  /** Most entries of a page of a listing. */
  pageSize: number;
  close(): Promise<void>;
}

/**
 * An S3-compatible store on the loopback address, in memory, with one bucket. It refuses every request
 * whose signature the signer of the AWS SDK would not have made.
 */
export async function startTestStore(clock: Clock): Promise<TestStore> {
  const objects: TestStore['objects'] = new Map();
  const calls: string[] = [];
  let trouble: Trouble | null = null;

  const server = createServer((request, response) => {
    serve(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const store: TestStore = {
    settings: { endpoint, bucket: BUCKET, ...KEYS },
    env: {
      S3_ENDPOINT: endpoint,
      S3_BUCKET: BUCKET,
      S3_REGION: KEYS.region,
      S3_ACCESS_KEY: KEYS.accessKey,
      S3_SECRET_KEY: KEYS.secretKey,
    },
    objects,
    calls,
    fail: (next) => {
      trouble = next;
      if (next === 'down') server.closeAllConnections();
    },
    allowed: [],
    pageSize: 1_000,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return store;

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '', endpoint);
    const [, bucket = '', ...rest] = decodeURIComponent(url.pathname).split('/');
    const name = rest.join('/');
    calls.push(`${request.method} ${name}`);
    if (trouble !== null) return failOnce(request, response);
    if (request.method === 'OPTIONS') return allow(request, response);
    response.setHeader('access-control-allow-origin', request.headers.origin ?? 'null');
    const verdict = await judge(request, KEYS, clock.now());
    if (verdict !== 'ok') return refuse(request, response, verdict);
    if (bucket !== BUCKET) return refuse(request, response, 'NoSuchBucket');
    await respond(request, response, { url, name });
  }

  async function respond(
    request: IncomingMessage,
    response: ServerResponse,
    { url, name }: { url: URL; name: string },
  ): Promise<void> {
    if (request.method !== 'GET') await change(request, response, name);
    else if (name === '') list(url, response);
    else send(request, response, name);
  }

  function failOnce(request: IncomingMessage, response: ServerResponse): void {
    if (trouble === 'down') request.destroy();
    if (trouble === 'no HTTP') request.socket.write(SWITCH);
    if (trouble === 'forbidden') refuse(request, response, 'AccessDenied');
    if (trouble !== 'busy once') return;
    trouble = null;
    refuse(request, response, 'SlowDown');
  }

  async function change(request: IncomingMessage, response: ServerResponse, name: string) {
    if (request.method === 'PUT') {
      objects.set(name, { bytes: await buffer(request), modifiedAt: clock.now() });
    } else objects.delete(name);
    response.end();
  }

  /** What a bucket with the documented rule responds to the question of a browser. */
  function allow({ headers }: IncomingMessage, response: ServerResponse): void {
    if (!store.allowed.includes(headers.origin ?? '')) return void response.writeHead(403).end();
    response.setHeader('access-control-allow-origin', headers.origin ?? '');
    response.setHeader('access-control-allow-methods', 'PUT');
    response.setHeader('access-control-allow-headers', 'content-type');
    response.end();
  }

  function list({ searchParams }: URL, response: ServerResponse): void {
    const after = searchParams.get('continuation-token')?.replace(/^<&>/, '') ?? '';
    const names = [...objects.keys()]
      .filter((name) => name.startsWith(searchParams.get('prefix') ?? '') && name > after)
      .toSorted();
    const shown = names.slice(0, Number(searchParams.get('max-keys') ?? store.pageSize));
    const entries = shown.map((name) => {
      const { bytes, modifiedAt } = objects.get(name) ?? { bytes: '', modifiedAt: new Date(0) };
      return `<Contents><Key>${name}</Key><LastModified>${modifiedAt.toISOString()}</LastModified><Size>${bytes.length}</Size></Contents>`;
    });
    // Signs that XML escapes, as tokens of some stores have them.
    const token = `&lt;&amp;&gt;${shown.at(-1)}`;
    const next = shown.length < names.length;
    response.end(
      `<?xml version="1.0"?><ListBucketResult><Name>${BUCKET}</Name>${entries.join('')}${next ? `<NextContinuationToken>${token}</NextContinuationToken>` : ''}</ListBucketResult>`,
    );
  }

  function send(request: IncomingMessage, response: ServerResponse, name: string): void {
    const object = objects.get(name);
    if (object === undefined) return void refuse(request, response, 'NoSuchKey');
    const [, start, end] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
    const bytes = start ? object.bytes.subarray(Number(start), Number(end) + 1) : object.bytes;
    response.writeHead(start ? 206 : 200, { 'content-length': bytes.length }).end(bytes);
  }
}

const STATUS = {
  AccessDenied: 403,
  SignatureDoesNotMatch: 403,
  InvalidAccessKeyId: 403,
  NoSuchBucket: 404,
  NoSuchKey: 404,
  SlowDown: 503,
};

function refuse(request: IncomingMessage, response: ServerResponse, code: keyof typeof STATUS) {
  request.resume();
  const body = `<?xml version="1.0"?><Error><Code>${code}</Code></Error>`;
  response.writeHead(STATUS[code]).end(body);
}
