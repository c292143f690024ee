import { createHash, createHmac, type Hash, type Hmac } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { SignatureV4 } from '@smithy/signature-v4';

/** Content hash of requests whose body is not signed. */
const UNSIGNED = 'UNSIGNED-PAYLOAD';
const CONTENT_HASH = 'x-amz-content-sha256';

class Sha256 {
  private readonly hash: Hash | Hmac;
  constructor(secret?: unknown) {
    this.hash =
      secret === undefined ? createHash('sha256') : createHmac('sha256', secret as Buffer);
  }
  update(data: Uint8Array): void {
    this.hash.update(data);
  }
  async digest(): Promise<Uint8Array> {
    return this.hash.digest();
  }
  reset(): never {
    throw new Error('used once');
  }
}

interface Keys {
  region: string;
  accessKey: string;
  secretKey: string;
}

type Verdict = 'ok' | 'AccessDenied' | 'SignatureDoesNotMatch' | 'InvalidAccessKeyId';

/** Longest age of a signature in a header, and of a clock that is ahead, in seconds. */
const SKEW_SECONDS = 900;

/**
 * Judges the signature of a request by computing it again with the signer of the AWS SDK, from the
 * headers that it says it signed.
 */
export async function judge(request: IncomingMessage, keys: Keys, now: Date): Promise<Verdict> {
  const url = new URL(request.url ?? '', 'http://store');
  const isPresigned = url.searchParams.has('X-Amz-Signature');
  const given = isPresigned ? readQuery(url) : readHeaders(request);
  if (given === null) return 'AccessDenied';
  const [accessKey, day = '-', region] = given.credential.split('/');
  if (accessKey !== keys.accessKey || region !== keys.region) return 'InvalidAccessKeyId';
  const signedAt = readTime(given.time);
  const age = (now.getTime() - signedAt.getTime()) / 1000;
  const isTimely = age >= -SKEW_SECONDS && age <= given.seconds && given.time.startsWith(day);
  if (!isTimely) return 'AccessDenied';
  const again = { url, keys, signedAt, names: given.names };
  const expected = await (isPresigned ? presignAgain(request, again) : signAgain(request, again));
  return expected === given.signature ? 'ok' : 'SignatureDoesNotMatch';
}

interface Again {
  url: URL;
  keys: Keys;
  signedAt: Date;
  /** Of signed headers. */
  names: string[];
}

const signerOf = ({ region, accessKey, secretKey }: Keys) =>
  new SignatureV4({
    service: 's3',
    region,
    credentials: { accessKeyId: accessKey, secretAccessKey: secretKey },
    sha256: Sha256,
    uriEscapePath: false,
    applyChecksum: false,
  });

function unsigned({ method = '' }: IncomingMessage, url: URL, headers: Record<string, string>) {
  const query = Object.fromEntries(
    [...url.searchParams].filter(([name]) => !name.startsWith('X-Amz-')),
  );
  const { protocol, hostname, pathname: path } = url;
  return { method, protocol, hostname, path, query, headers };
}

function headersOf(request: IncomingMessage, names: string[]): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, String(request.headers[name])]));
}

async function signAgain(request: IncomingMessage, { url, keys, signedAt, names }: Again) {
  const headers = headersOf(request, names);
  const signed = await signerOf(keys).sign(unsigned(request, url, headers), {
    signingDate: signedAt,
  });
  return /Signature=(\w+)/.exec(signed.headers.authorization ?? '')?.[1];
}

async function presignAgain(request: IncomingMessage, { url, keys, signedAt, names }: Again) {
  const headers = { ...headersOf(request, names), [CONTENT_HASH]: UNSIGNED };
  const only = new Set([CONTENT_HASH]);
  const signed = await signerOf(keys).presign(unsigned(request, url, headers), {
    signingDate: signedAt,
    expiresIn: Number(url.searchParams.get('X-Amz-Expires')),
    unhoistableHeaders: only,
    unsignableHeaders: only,
  });
  return signed.query?.['X-Amz-Signature'];
}

function readQuery({ searchParams }: URL) {
  const read = (name: string) => searchParams.get(`X-Amz-${name}`) ?? '';
  return {
    credential: read('Credential'),
    names: read('SignedHeaders').split(';'),
    signature: read('Signature'),
    time: read('Date'),
    seconds: Number(read('Expires')),
  };
}

function readHeaders({ headers }: IncomingMessage) {
  const shape = /Credential=([^,]+), SignedHeaders=([^,]+), Signature=(\w+)/;
  const [match, credential = '', names = '', signature = ''] =
    shape.exec(headers.authorization ?? '') ?? [];
  if (match === undefined) return null;
  const time = String(headers['x-amz-date']);
  return { credential, names: names.split(';'), signature, time, seconds: SKEW_SECONDS };
}

function readTime(text: string): Date {
  return new Date(text.replace(/^(\d{4})(\d\d)(\d\dT\d\d)(\d\d)(\d\dZ)$/, '$1-$2-$3:$4:$5'));
}
