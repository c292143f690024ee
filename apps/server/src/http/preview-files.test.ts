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

it('serves the page that shows files without an origin, and nothing beside it [FILE-02]', async () => {
  const { statusCode, headers } = await app.inject('/preview/frame.html');
  expect(statusCode).toBe(200);
  const policy = String(headers['content-security-policy']);
  expect(policy).toContain('sandbox allow-scripts;');
  expect(policy).toContain("default-src 'none'");
  expect(policy).not.toMatch(
    /unsafe-eval(?<!wasm-unsafe-eval)|script-src[^;]*unsafe-inline|-src 'self'|https?:(?!\/\/nuri\.test\/preview\/)/,
  );
  expect(policy).toContain('connect-src https://nuri.test/preview/;');
  expect(policy).toContain("frame-ancestors 'self'");
  expect(headers['access-control-allow-origin']).toBe('*');
  expect((await app.inject('/preview/other.js')).statusCode).toBe(404);
  expect((await app.inject('/preview/..%2findex.html')).statusCode).toBe(404);
});

it.each([
  ['reader-DG-abc_1.js', true],
  ['rhwp_bg-DG3abcd1.wasm', true],
  ['frame.html', false],
  ['Adobe-Korea1-0.bcmap', false],
  ['LiberationSans-BoldItal.ttf', false],
])('%s may be stored for good: %s [FILE-06]', (name, isHashed) => {
  expect(isHashedPreview(`/web/preview/${name}`)).toBe(isHashed);
});
