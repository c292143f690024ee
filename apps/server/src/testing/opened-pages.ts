import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PAGE_SESSION_COOKIE } from '@naru/contract/first-data';
import type { CallResult, SignedIn, TestApp } from './test-app.ts';

/** The folder of a web app that is one bare page. */
export async function createWebRoot(): Promise<{ path: string; remove(): Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), 'naru-web-'));
  await writeFile(
    join(path, 'index.html'),
    '<!doctype html><html lang="ko"><head><title>x</title></head><body></body></html>',
  );
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}

/** The cookies that a browser of this session sends with a page. */
export function cookiesOf({ headers, device }: SignedIn): Record<string, string> {
  const [, payload = ''] = headers.authorization.split('.');
  const { page } = JSON.parse(Buffer.from(payload, 'base64url').toString());
  return { naru_device: device, [PAGE_SESSION_COOKIE]: page };
}

/** Opens an address of the web app as the browser of a member does. */
export function openPage(t: TestApp, address: string, as: SignedIn): Promise<CallResult> {
  return t.call('GET', address, { cookies: cookiesOf(as) });
}

interface FirstData {
  session: string;
  at: string;
  calls: Record<string, { body: unknown; total?: number }>;
}

/** What came with a page; null for a bare one. */
export function firstDataOf({ text }: Pick<CallResult, 'text'>): FirstData | null {
  const [, json] =
    /<script type="application\/json" id="first-data">([^<]*)<\/script>/.exec(text) ?? [];
  return json === undefined ? null : JSON.parse(json);
}
