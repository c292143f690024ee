import { createHmac, randomBytes } from 'node:crypto';
import { deriveKey, equalBytes } from './secrets.ts';

/** Where a site shows its own operator how a request arrived; other requests get the usual response. */
export const CHECK_PATH = '/.well-known/naru';
export const CHECK_HEADER = 'x-naru-check';
const PURPOSE = 'address check';
/** Clocks of servers differ; a repeated check reveals only how the repeater's own request arrived. */
const VALID_MS = 60 * 60 * 1_000;

/** How a request arrived at the server. */
export interface SeenRequest {
  /** Address of who connected: the proxy, where there is one. */
  peer: string;
  /** Address that counts as the visitor's. */
  client: string;
  protocol: string;
  host: string;
  forwardedFor: string | null;
  forwardedProto: string | null;
  version: string;
}

interface Check {
  /** Value of the header. */
  header: string;
  nonce: string;
}

/** A request that only holders of the secret can make. */
export function signCheck(secret: string, now: Date): Check {
  const nonce = randomBytes(12).toString('hex');
  const text = `${now.getTime()}.${nonce}`;
  return { nonce, header: `${text}.${macOf(secret, text)}` };
}

type ReadCheck = Record<'time' | 'nonce' | 'mac', string>;

/** Reads a header of now; null for any other, which needs no secret. */
export function readCheck(header: string, now: Date): ReadCheck | null {
  const [, time = '', nonce = '', mac = ''] =
    /^(\d{10,16})\.([0-9a-f]{24})\.([0-9a-f]{64})$/.exec(header) ?? [];
  const isOfNow = mac !== '' && Math.abs(Number(time) - now.getTime()) <= VALID_MS;
  return isOfNow ? { time, nonce, mac } : null;
}

/** The proof for a signed check that the responder has the secret too; null for a check of another secret. */
export function proveCheck(
  { time, nonce, mac }: ReadCheck,
  secrets: readonly string[],
): string | null {
  const secret = secrets.find((one) => isEqual(macOf(one, `${time}.${nonce}`), mac));
  return secret === undefined ? null : macOf(secret, `proof.${nonce}`);
}

/** Whether the proof is that of a site with the secret. */
export function isProof(proof: string, { nonce }: Check, secret: string): boolean {
  return isEqual(macOf(secret, `proof.${nonce}`), proof);
}

const isEqual = (a: string, b: string) => equalBytes(Buffer.from(a), Buffer.from(b));

const macOf = (secret: string, text: string) =>
  createHmac('sha256', deriveKey(secret, PURPOSE)).update(text).digest('hex');
