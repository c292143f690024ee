import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { text } from 'node:stream/consumers';
import * as z from 'zod/mini';
import {
  CHECK_HEADER,
  CHECK_PATH,
  isProof,
  type SeenRequest,
  signCheck,
} from '../../platform/address-check.ts';
import { errnoOf, messageOf } from '../../platform/database/errors.ts';

const LIMIT_MS = 8_000;
const BODY_MAX = 65_536;
/** Sent as if by an earlier proxy; a server that takes it for the visitor believes anybody. */
export const INVENTED_ADDRESS = '192.0.2.77';

const bodySchema = z.object({
  proof: z.string(),
  seen: z.object({
    peer: z.string(),
    client: z.string(),
    protocol: z.string(),
    host: z.string(),
    forwardedFor: z.nullable(z.string()),
    forwardedProto: z.nullable(z.string()),
    version: z.string(),
  }),
});

/** What came of a call to the public address. */
export type SiteCall =
  | { kind: 'seen'; seen: SeenRequest; date: string | null }
  /** Somebody else responded, or the site with another secret. */
  | { kind: 'other'; status: number; location: string | null; date: string | null }
  /** `code`: such as ENOTFOUND or CERT_HAS_EXPIRED. */
  | { kind: 'failed'; code: string; message: string };

interface Options {
  secret: string;
  now: Date;
  /** Accepted in place of the usual authorities. */
  ca?: string | undefined;
  limitMs?: number;
}

/** Asks the site at the address how the request arrived there; never throws. */
export async function callSite(publicUrl: string, options: Options): Promise<SiteCall> {
  const check = signCheck(options.secret, options.now);
  try {
    const { status, headers, body } = await get(publicUrl + CHECK_PATH, check.header, options);
    const parsed = z.safeParse(bodySchema, readJson(body));
    const date = headers.date ?? null;
    if (parsed.success && isProof(parsed.data.proof, check, options.secret)) {
      return { kind: 'seen', seen: parsed.data.seen, date };
    }
    return { kind: 'other', status, location: headers.location ?? null, date };
  } catch (error) {
    return { kind: 'failed', code: errnoOf(error), message: messageOf(error) };
  }
}

async function get(url: string, check: string, { ca, limitMs = LIMIT_MS }: Options) {
  const request = url.startsWith('https:') ? requestHttps : requestHttp;
  const headers = { [CHECK_HEADER]: check, 'x-forwarded-for': INVENTED_ADDRESS };
  const signal = AbortSignal.timeout(limitMs);
  return new Promise<{ status: number; headers: Record<string, string>; body: string }>(
    (resolve, reject) => {
      const late = () =>
        reject(
          Object.assign(new Error(`no response in ${limitMs / 1_000} s`), { code: 'ETIMEDOUT' }),
        );
      signal.addEventListener('abort', late, { once: true });
      const call = request(
        url,
        { headers, signal, agent: false, ...(ca && { ca }) },
        (response) => {
          let size = 0;
          response.on('data', (chunk: Buffer) => {
            size += chunk.length;
            if (size > BODY_MAX) response.destroy();
          });
          text(response).then(
            (body) =>
              resolve({
                status: response.statusCode ?? 0,
                headers: response.headers as Record<string, string>,
                body,
              }),
            reject,
          );
        },
      );
      call.once('error', reject).end();
    },
  );
}

function readJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return null;
  }
}
