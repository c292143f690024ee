import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import Fastify from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { isHashedPreview, servePreview } from './preview-files.ts';

const app = Fastify();
let webRoot: string;
beforeAll(async () => {
  webRoot = await mkdtemp(join(tmpdir(), 'naru-preview-'));
  await mkdir(join(webRoot, 'preview'));
  await writeFile(join(webRoot, 'preview/frame.html'), '<!doctype html>');
  await app.register(fastifyStatic, { root: webRoot, serve: false });
  await servePreview(app, { webRoot, publicUrl: 'https://nuri.test' });
});
afterAll(async () => {
  await app.close();
  await rm(webRoot, { recursive: true, force: true });
});

const framePage = (host: string) => app.inject({ url: '/preview/frame.html', headers: { host } });

it('serves the page that shows files without an origin, and nothing beside it [FILE-02]', async () => {
  const { statusCode, headers } = await framePage('nuri.test');
  expect(statusCode).toBe(200);
  const policy = String(headers['content-security-policy']);
  expect(policy).toContain('sandbox allow-scripts;');
  expect(policy).toContain("default-src 'none'");
  expect(policy).not.toMatch(
    /unsafe-eval(?<!wasm-unsafe-eval)|script-src[^;]*unsafe-inline|-src 'self'|https?:(?!\/\/nuri\.test\/preview\/)/,
  );
  expect(policy).toMatch(/connect-src https:\/\/nuri\.test\/preview\/[ ;]/);
  expect(policy).toContain("frame-ancestors 'self'");
  expect(headers['access-control-allow-origin']).toBe('*');
  expect((await app.inject('/preview/other.js')).statusCode).toBe(404);
  expect((await app.inject('/preview/..%2findex.html')).statusCode).toBe(404);
});

it.each([
  ['localhost:8080', ' http://localhost:8080/preview/'],
  ['192.168.0.7', ' http://192.168.0.7/preview/'],
  ['[::1]:8080', ''],
  ["evil.test; script-src 'unsafe-eval'", ''],
  ['evil.test/x *', ''],
])(
  'the policy of the page names the address that was asked, %s, as well [FILE-12]',
  async (host, folder) => {
    const { headers } = await framePage(host);
    const scripts = /script-src ([^;]*)/.exec(String(headers['content-security-policy']))?.[1];
    expect(scripts).toBe(`https://nuri.test/preview/${folder} 'wasm-unsafe-eval'`);
  },
);

it.each([
  ['reader-DG-abc_1.js', true],
  ['rhwp_bg-DG3abcd1.wasm', true],
  ['frame.html', false],
  ['Adobe-Korea1-0.bcmap', false],
  ['LiberationSans-BoldItal.ttf', false],
])('%s may be stored for good: %s [FILE-06]', (name, isHashed) => {
  expect(isHashedPreview(`/web/preview/${name}`)).toBe(isHashed);
});
