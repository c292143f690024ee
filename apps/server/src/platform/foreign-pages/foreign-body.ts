import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { isPublicAddress } from '../network/public-addresses.ts';
import { ForeignPageError } from './foreign-page.ts';

const MEGABYTE = 1_048_576;

/**
 * Reads a body into memory, decompressed; stops as soon as it is larger than `maxBytes`. Throws
 * ForeignPageError TOO_LARGE or NOT_READABLE, and what the connection throws.
 */
export async function readBody(
  response: IncomingMessage,
  { maxBytes, signal }: { maxBytes: number; signal: AbortSignal },
): Promise<Buffer> {
  if (Number(response.headers['content-length'] ?? 0) > maxBytes) throw tooLarge(maxBytes);
  const chunks: Buffer[] = [];
  let size = 0;
  async function collect(source: AsyncIterable<Buffer>): Promise<void> {
    for await (const chunk of source) {
      size += chunk.length;
      if (size > maxBytes) break;
      chunks.push(chunk);
    }
  }
  try {
    await (isCompressed(response)
      ? pipeline(response, createGunzip(), collect, { signal })
      : pipeline(response, collect, { signal }));
  } catch (error) {
    // To stop early is an error of the pipeline too.
    if (size <= maxBytes) throw error;
  }
  if (size > maxBytes) throw tooLarge(maxBytes);
  return Buffer.concat(chunks);
}

/** The request offers gzip alone. */
function isCompressed({ headers }: IncomingMessage): boolean {
  const encoding = headers['content-encoding']?.trim().toLowerCase() ?? '';
  if (encoding === '' || encoding === 'identity') return false;
  if (encoding === 'gzip' || encoding === 'x-gzip') return true;
  throw new ForeignPageError('NOT_READABLE', '알 수 없는 방식으로 압축된 응답입니다.');
}

function tooLarge(maxBytes: number): ForeignPageError {
  const limit = Math.round((maxBytes / MEGABYTE) * 10) / 10;
  return new ForeignPageError('TOO_LARGE', `응답이 ${limit} MB보다 큽니다.`);
}

const PORTS: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443 };

interface Rules {
  hosts: readonly string[];
  /** Ports of any scheme. */
  ports: readonly number[];
  /** Origins to which only the rule of hosts applies, such as `http://127.0.0.1:3000`. */
  localOrigins: readonly string[];
}

/** Throws ForeignPageError ADDRESS_REFUSED for an address that must not be called. */
export function requireAllowed(address: string, { hosts, ports, localOrigins }: Rules): URL {
  if (!URL.canParse(address)) throw refused('주소의 형식이 올바르지 않습니다.');
  const url = new URL(address);
  const { protocol, hostname, port, origin, username, password } = url;
  const usual = PORTS[protocol];
  if (usual === undefined) throw refused('http와 https 주소만 읽습니다.');
  if (username !== '' || password !== '') {
    throw refused('사용자 이름이나 비밀번호가 든 주소는 읽지 않습니다.');
  }
  if (!hosts.includes(hostname)) {
    throw refused(`함께 읽어도 되는 서버(hosts)가 아닌 곳으로 이어집니다: ${hostname}`);
  }
  if (localOrigins.includes(origin)) return url;
  if (!ports.includes(port === '' ? usual : Number(port))) {
    throw refused(`80번과 443번 포트만 읽습니다: ${hostname}:${port}`);
  }
  const literal = hostname.replace(/^\[|\]$/g, '');
  if (isIP(literal) !== 0 && !isPublicAddress(literal)) throw privateAddress(hostname);
  return url;
}

/** The error for a host whose name or number leads into a private network. */
export function privateAddress(hostname: string, cause?: unknown): ForeignPageError {
  return refused(`내부망으로 이어지는 주소입니다: ${hostname}`, { cause });
}

function refused(message: string, options?: ErrorOptions): ForeignPageError {
  return new ForeignPageError('ADDRESS_REFUSED', message, options);
}
