import { nameOfCall } from '@naru/contract/first-data';
import { updateClockSkew } from '../clock.ts';
import { readTokens, sessionOf } from '../session/tokens.ts';
import { buildUrl, type RawRequest } from './send.ts';

type FirstData = {
  session: string;
  /** The time of the server when it wrote the page. */
  at: string;
  calls: Record<string, { body: unknown; total?: number } | undefined>;
};

/** As long as queries take a response for fresh. */
const FRESH_MS = 30_000;

let data: FirstData | null = null;

/** What the page brought, whoever it is for. */
function readFirstData(): FirstData | null {
  const element = document.getElementById('first-data');
  if (element === null) return data;
  element.remove();
  data = JSON.parse(element.textContent ?? '') as FirstData;
  if (isOwn(data)) {
    updateClockSkew(data.at);
    setTimeout(dropFirstData, FRESH_MS);
  }
  return data;
}

const isOwn = ({ session }: FirstData) => session === sessionOf(readTokens()?.accessToken ?? '');

/** Whether the page came with the data that it shows first. */
export function hasFirstData(): boolean {
  const found = readFirstData();
  return found !== null && isOwn(found);
}

/** When something has changed since. */
export function dropFirstData(): void {
  data = null;
}

/** The response that came with the page, for the first call that asks for it. */
export function takeFirstResponse(
  endpoint: string,
  request: RawRequest,
): { response: unknown } | null {
  if (!hasFirstData() || request.isFile || request.form) return null;
  const calls = data?.calls ?? {};
  const [method = '', path = ''] = endpoint.split(' ', 2);
  const { body } = request;
  const name = nameOfCall({
    method: method as 'GET',
    url: buildUrl(path, request),
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const found = calls[name];
  if (found === undefined) {
    // A write: what came with the page may no longer be so.
    if (method !== 'GET') dropFirstData();
    return null;
  }
  calls[name] = undefined;
  return { response: request.isPage ? { rows: found.body, total: found.total } : found.body };
}
