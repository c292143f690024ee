import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { SiteConfig } from '@naru/contract/site';
import Fastify from 'fastify';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Manifest } from './app-icons.ts';
import { staticPlugin } from './static.ts';

const PAGE =
  '<!doctype html><html lang="ko"><head><meta name="description" content="x" /><link rel="icon" href="/favicon.svg" /><title>나루</title></head><body><p id="splash-name">나루</p></body></html>';
const CONFIG: SiteConfig = {
  siteName: '누리터 "<b>"',
  shortName: '누리',
  universityName: '한빛대학교',
  departmentName: '컴퓨터공학과',
  officeName: '학과사무실',
  color: '#7a1f3d',
  logoUrl: '',
  quickLinks: [],
  footer: { about: '$& <script>', contact: '', email: '' },
  footerLinks: [],
  settings: { studyRoomMenu: 'locked', directMessage: 'locked' },
  anonymousBoards: [],
  signupEmailDomains: [],
  studentEmailDomains: [],
  documentVersions: { terms: '1', privacy: '1' },
  heads: [],
  signInProvider: null,
  attachments: { endings: ['pdf'], maxBytes: 1_048_576 },
  demo: false,
};

let webRoot: string;
let getConfig: () => Promise<SiteConfig>;
let logo: Buffer | null = null;
const app = Fastify();
beforeAll(async () => {
  webRoot = await mkdtemp(join(tmpdir(), 'naru-page-'));
  await writeFile(join(webRoot, 'index.html'), PAGE);
  getConfig = async () => CONFIG;
  await app.register(staticPlugin, {
    webRoot,
    publicUrl: 'https://nuri.test',
    patienceMs: 50,
    getConfig: () => getConfig(),
    openPicture: async () =>
      logo && {
        size: logo.length,
        open: () => Readable.from([logo]),
        close: async () => undefined,
      },
  });
});
afterAll(async () => {
  await app.close();
  await rm(webRoot, { recursive: true, force: true });
});

const open = (headers: Record<string, string> = {}) =>
  app.inject({ method: 'GET', url: '/main', headers });

describe('the page of the web app', () => {
  it('comes with the name, the colour and the configuration of the site, escaped [UI-27]', async () => {
    const { body, headers } = await open();
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(body).toContain('<title>누리터 &#34;&#60;b&#62;&#34;</title>');
    expect(body).toContain('<p id="splash-name">누리터 &#34;&#60;b&#62;&#34;</p>');
    expect(body).toContain('style="--brand: #7a1f3d; --color-sea: light-dark(#7a1f3d, ');
    expect(body).not.toMatch(/<script|<b>|나루/);
    const content = /name="site-config" content="([^"]*)"/.exec(body)?.[1] ?? '';
    const decoded = content.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)));
    expect(JSON.parse(decoded)).toEqual(CONFIG);
  });

  it('has the logo as its icon, else a flag in the colour of the site [UI-180]', async () => {
    const icon = async () => /<link rel="icon" href="([^"]*)"/.exec((await open()).body)?.[1];
    expect(decodeURIComponent((await icon()) ?? '')).toContain('#7a1f3d');
    getConfig = async () => ({ ...CONFIG, logoUrl: '/files/a&b.webp' });
    expect(await icon()).toBe('/files/a&#38;b.webp');
    getConfig = async () => ({ ...CONFIG, color: '' });
    expect(await icon()).toBe('/favicon.svg');
  });

  it('names the site on home screens and in previews of its links [UI-251]', async () => {
    getConfig = async () => ({ ...CONFIG, siteName: '누리터', logoUrl: '/files/logo.webp' });
    const { body } = await open();
    expect(body).toContain('<meta name="apple-mobile-web-app-title" content="누리" />');
    expect(body).toContain('<meta property="og:title" content="누리터" />');
    expect(body).toContain('content="https://nuri.test/app-icons/maskable-512.png?v=');
    expect(body).toContain('content="누리터: 한빛대학교 컴퓨터공학과 커뮤니티" />');
  });

  it('is not sent again while it is the same, and is after a change', async () => {
    const { headers } = await open();
    const known = { 'if-none-match': String(headers.etag) };
    expect((await open(known)).statusCode).toBe(304);
    getConfig = async () => ({ ...CONFIG, siteName: '다른 이름' });
    expect((await open(known)).body).toContain('<title>다른 이름</title>');
  });

  it.each([
    ['is down', async () => Promise.reject(new Error('down'))],
    ['hangs', () => new Promise<never>(() => undefined)],
  ])('still opens while the database %s', async (_, respond) => {
    getConfig = respond;
    expect((await open()).body).toBe(PAGE);
  });

  it('allows its own style element by hash, in a policy that is strict elsewhere [HEAD-08]', async () => {
    const styled = PAGE.replace('</head>', '<style>#splash{color:red}</style></head>');
    const root = await mkdtemp(join(tmpdir(), 'naru-page-'));
    await writeFile(join(root, 'index.html'), styled);
    const strict = Fastify();
    strict.addHook('onRequest', async (_, reply) => {
      reply.header('content-security-policy', "script-src 'self';style-src 'self';img-src 'self'");
    });
    await strict.register(staticPlugin, {
      webRoot: root,
      publicUrl: '',
      getConfig: async () => CONFIG,
      openPicture: async () => null,
    });
    const policyOf = async (url: string) =>
      (await strict.inject({ method: 'GET', url })).headers['content-security-policy'];
    const hash = createHash('sha256').update('#splash{color:red}').digest('base64');
    expect(await policyOf('/main')).toBe(
      `script-src 'self';style-src 'self' 'sha256-${hash}';img-src 'self'`,
    );
    expect(await policyOf('/api/missing')).toContain("style-src 'self';");
    await strict.close();
    await rm(root, { recursive: true, force: true });
  });
});

describe('the installed app', () => {
  const get = (url: string) => app.inject({ method: 'GET', url });

  async function readManifest() {
    const response = await get('/manifest.webmanifest');
    expect(response.headers['content-type']).toMatch(/^application\/manifest\+json/);
    return response.json<Manifest>();
  }

  async function colorAt(png: Buffer, x: number, y: number): Promise<string> {
    const dot = { left: x, top: y, width: 1, height: 1 };
    const [red = 0, green = 0, blue = 0, alpha = 0] = await sharp(png)
      .ensureAlpha()
      .extract(dot)
      .raw()
      .toBuffer();
    return `#${Buffer.from([red, green, blue]).toString('hex')} ${alpha}`;
  }

  it('has no icon but its own, and draws no other size [OFF-10]', async () => {
    for (const name of ['icon-9999.png', 'splash-1x1.png', 'icon-192.svg', '..%2Ficon-192.png']) {
      expect((await get(`/app-icons/${name}`)).statusCode).toBe(404);
    }
  });

  it('is named, coloured and drawn by the department, with shortcuts [OFF-10]', async () => {
    getConfig = async () => CONFIG;
    const manifest = await readManifest();
    expect(manifest).toMatchObject({
      name: CONFIG.siteName,
      short_name: '누리',
      theme_color: '#7a1f3d',
      display: 'standalone',
      start_url: '/',
    });
    expect(manifest.icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`)).toEqual([
      '192x192 any',
      '512x512 any',
      '192x192 maskable',
      '512x512 maskable',
      '96x96 monochrome',
    ]);
    expect(manifest.shortcuts.map(({ name }) => name)).toEqual([
      '게시판',
      '채팅',
      '시간표',
      '새 글',
    ]);
    const icons = [...manifest.icons, ...manifest.shortcuts.flatMap(({ icons: own }) => own)];
    for (const { src, sizes } of icons) {
      const { rawPayload, headers } = await get(src);
      expect(headers['content-type']).toBe('image/png');
      expect(headers['cache-control']).toMatch(/immutable/);
      const { width, height, format } = await sharp(rawPayload).metadata();
      expect([format, `${width}x${height}`]).toEqual(['png', sizes]);
    }
    const maskable = await get(manifest.icons[2]?.src ?? '');
    expect(await colorAt(maskable.rawPayload, 1, 1)).toBe('#7a1f3d 255');
    const any = await get(manifest.icons[0]?.src ?? '');
    expect(await colorAt(any.rawPayload, 0, 0)).toMatch(/ 0$/);
  });

  it('takes the logo, under another address than the flag [OFF-10]', async () => {
    const flag = (await readManifest()).icons[2]?.src ?? '';
    const create = { width: 60, height: 30, channels: 3, background: '#00ff00' } as const;
    logo = await sharp({ create }).webp({ lossless: true }).toBuffer();
    const logoUrl = `/files/${'a'.repeat(24)}.webp`;
    getConfig = async () => ({ ...CONFIG, logoUrl });
    const maskable = (await readManifest()).icons[2]?.src ?? '';
    expect(maskable).not.toBe(flag);
    const { rawPayload } = await get(maskable);
    expect(await colorAt(rawPayload, 1, 1)).toBe('#ffffff 255');
    expect(await colorAt(rawPayload, 96, 96)).toBe('#00ff00 255');
    expect((await get(flag)).headers['cache-control']).toBe('no-cache');
  });

  it('has a splash of the size of an iPhone, and the touch icon in the page [OFF-10]', async () => {
    const { rawPayload } = await get('/app-icons/splash-1170x2532-dark.png');
    expect(await sharp(rawPayload).metadata()).toMatchObject({ width: 1170, height: 2532 });
    expect(await colorAt(rawPayload, 5, 5)).toBe('#0a131d 255');
    const touch = /rel="apple-touch-icon" href="([^"]+)"/.exec((await open()).body)?.[1] ?? '';
    expect((await get(touch)).headers['content-type']).toBe('image/png');
  });
});
