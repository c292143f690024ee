import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type LocalSite, startLocalSite } from '../../testing/local-site.ts';
import { createForeignPages, type FetchForeignPage } from './foreign-pages.ts';

const MEGABYTE = 1_048_576;
const siteUrl = 'https://naru.example.ac.kr';
let site: LocalSite;
let other: LocalSite;
let fetchPage: FetchForeignPage;

beforeAll(async () => {
  [site, other] = await Promise.all([startLocalSite(), startLocalSite()]);
});
beforeEach(() => {
  site.pages.clear();
  fetchPage = createForeignPages({ siteUrl, localOrigins: [site.origin] });
});
afterAll(() => Promise.all([site.close(), other.close()]));

const hosts = ['127.0.0.1'];
const read = (path: string, options = {}) => fetchPage(site.origin + path, { hosts, ...options });
const refusal = (code: string) => expect.objectContaining({ code, message: expect.any(String) });

describe('an address that must not be called', () => {
  const all = [...hosts, '[::1]', 'news.example.ac.kr', '169.254.169.254', '10.0.0.1', '8.8.8.8'];

  it.each([
    ['a file', () => 'file:///etc/passwd'],
    ['no address', () => 'news.example.ac.kr'],
    ['another host', () => 'http://www.example.ac.kr/'],
    ['a host that only begins like a listed one', () => 'http://news.example.ac.kr.example/'],
    ['a password', () => 'http://user:word@news.example.ac.kr/'],
    ['another port', () => 'https://news.example.ac.kr:8443/'],
    ['this machine', () => `http://127.0.0.1:${other.port}/`],
    ['this machine as a number', () => `http://2130706433:${other.port}/`],
    ['this machine in octal digits', () => `http://0177.0.0.1:${other.port}/`],
    ['this machine in IPv6', () => `http://[::1]:${other.port}/`],
    ['the metadata service of a cloud', () => 'http://169.254.169.254/latest/meta-data/'],
    ['a private network', () => 'http://10.0.0.1/'],
  ])('is refused without a request: %s [SRC-02]', async (_, address) => {
    const strict = createForeignPages({ siteUrl, ports: [80, 443, other.port] });
    const before = other.connections();
    await expect(strict(address(), { hosts: all })).rejects.toEqual(refusal('ADDRESS_REFUSED'));
    expect(other.connections()).toBe(before);
  });

  it('is refused when its name resolves to this machine [SRC-02, MEAL-09]', async () => {
    const lookups: string[] = [];
    const resolve = ((name: string, _options: unknown, done: (...given: unknown[]) => void) => {
      lookups.push(name);
      done(null, [
        { address: '142.250.76.10', family: 4 },
        { address: '127.0.0.1', family: 4 },
      ]);
    }) as never;
    const strict = createForeignPages({ siteUrl, ports: [other.port], resolve });
    const before = other.connections();
    await expect(
      strict(`http://news.example.ac.kr:${other.port}/`, { hosts: ['news.example.ac.kr'] }),
    ).rejects.toEqual(refusal('ADDRESS_REFUSED'));
    expect([lookups, other.connections()]).toEqual([['news.example.ac.kr'], before]);
  });

  it.each([
    ['this machine', () => `http://127.0.0.1:${other.port}/`],
    ['a host that is not listed', () => 'https://www.example.ac.kr/'],
    ['a file', () => 'file:///etc/passwd'],
    ['nothing', () => 'http://'],
  ])('ends redirects without a request: %s [SRC-02]', async (_, location) => {
    site.pages.set('/', { status: 302, headers: { location: location() } });
    const before = other.connections();
    await expect(read('/')).rejects.toEqual(refusal('ADDRESS_REFUSED'));
    expect(other.connections()).toBe(before);
  });
});

describe('a response that is refused', () => {
  it('has another status than 200 [SRC-03]', async () => {
    site.pages
      .set('/500', { status: 500 })
      .set('/204', { status: 204 })
      .set('/304', { status: 304 });
    for (const path of ['/404', '/500', '/204', '/304']) {
      await expect(read(path)).rejects.toEqual(refusal('HTTP_STATUS'));
    }
  });

  it('redirects more than three times [SRC-02]', async () => {
    const to = (location: string) => ({ status: 302, headers: { location } });
    site.pages
      .set('/loop', to('/loop'))
      .set('/1', to('/2'))
      .set('/2', to('/3'))
      .set('/3', to('/4'));
    site.pages.set('/4', { body: 'here' });
    await expect(read('/loop')).rejects.toEqual(refusal('HTTP_STATUS'));
    expect(await read('/1')).toMatchObject({ url: `${site.origin}/4` });
  });

  it('announces 50 MB, or never ends [SRC-03, MEAL-09]', async () => {
    let sent = 0;
    site.pages.set('/named', (response) => {
      response.writeHead(200, { 'content-length': String(50 * MEGABYTE) }).write('a');
    });
    site.pages.set('/endless', (response) => {
      const chunk = Buffer.alloc(MEGABYTE / 4, 'a');
      const send = () => {
        while (!response.destroyed && sent < 50 * MEGABYTE) {
          sent += chunk.length;
          if (!response.write(chunk)) return void response.once('drain', send);
        }
      };
      send();
    });
    for (const path of ['/named', '/endless']) {
      await expect(read(path)).rejects.toEqual(refusal('TOO_LARGE'));
    }
    expect(sent).toBeLessThan(20 * MEGABYTE);
  });

  it('becomes too large when it is decompressed [SRC-03]', async () => {
    const bomb = gzipSync(Buffer.alloc(2 * MEGABYTE));
    expect(bomb.length).toBeLessThan(MEGABYTE / 100);
    site.pages.set('/', { headers: { 'content-encoding': 'gzip' }, body: bomb });
    await expect(read('/', { maxBytes: MEGABYTE })).rejects.toEqual(refusal('TOO_LARGE'));
  });

  it('is compressed in another way, or broken [SRC-03]', async () => {
    const text = gzipSync('hello');
    const cut = text.subarray(0, -6);
    site.pages.set('/br', { headers: { 'content-encoding': 'br' }, body: 'x' });
    site.pages.set('/no', { headers: { 'content-encoding': 'gzip' }, body: 'no gzip' });
    site.pages.set('/cut', { headers: { 'content-encoding': 'gzip' }, body: cut });
    for (const path of ['/br', '/no', '/cut']) {
      await expect(read(path)).rejects.toEqual(refusal('NOT_READABLE'));
    }
  });

  it('takes too long: never comes, drips, or redirects slowly [SRC-03, MEAL-09]', async () => {
    fetchPage = createForeignPages({ siteUrl, localOrigins: [site.origin], deadline: 150 });
    site.pages.set('/never', () => undefined);
    site.pages.set('/drip', (response) => {
      const drip = setInterval(() => response.write('a'), 10);
      response.once('close', () => clearInterval(drip));
    });
    site.pages.set('/moved', { status: 302, headers: { location: '/drip' } });
    const results = ['/never', '/drip', '/moved'].map((path) => read(path));
    for (const result of await Promise.allSettled(results)) {
      expect(result).toMatchObject({ status: 'rejected', reason: refusal('TIMEOUT') });
    }
  });

  it('switches to another protocol unasked [SRC-03]', async () => {
    site.pages.set('/switch', ({ socket }) => {
      socket?.write(
        'HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n',
      );
    });
    await expect(read('/switch')).rejects.toEqual(refusal('UNREACHABLE'));
  });

  it('ends early, or is not there [SRC-03]', async () => {
    site.pages.set('/', (response) => {
      response.writeHead(200, { 'content-length': '10' }).write('half');
      setImmediate(() => response.destroy());
    });
    const gone = await startLocalSite();
    await gone.close();
    fetchPage = createForeignPages({ siteUrl, localOrigins: [site.origin, gone.origin] });
    await expect(read('/')).rejects.toEqual(refusal('UNREACHABLE'));
    await expect(fetchPage(gone.origin, { hosts })).rejects.toEqual(refusal('UNREACHABLE'));
  });

  it('is not waited for when the caller gives up [SRC-03]', async () => {
    const stop = new AbortController();
    site.pages.set('/', () => stop.abort());
    await expect(read('/', { signal: stop.signal })).rejects.toEqual(refusal('ABORTED'));
  });
});

describe('a page', () => {
  it('is read with the name of this site and without cookies [SRC-03]', async () => {
    let seen = {};
    site.pages.set('/a?b=1', (response, headers) => {
      seen = headers;
      response.writeHead(200, { 'content-type': 'text/html', 'set-cookie': 'a=b' }).end('hello');
    });
    expect(await read('/a?b=1')).toEqual({
      status: 200,
      body: Buffer.from('hello'),
      contentType: 'text/html',
      state: { etag: null, lastModified: null },
      url: `${site.origin}/a?b=1`,
    });
    expect(seen).toEqual({
      host: `127.0.0.1:${site.port}`,
      'user-agent': 'Naru (+https://naru.example.ac.kr/)',
      accept: '*/*',
      'accept-encoding': 'gzip',
      connection: 'close',
    });
  });

  it('is not sent again while it is unchanged [SRC-03]', async () => {
    const lastModified = 'Mon, 23 Nov 2026 00:00:00 GMT';
    site.pages.set('/', (response, headers) => {
      const isKnown =
        headers['if-none-match'] === '"1"' && headers['if-modified-since'] === lastModified;
      response
        .writeHead(isKnown ? 304 : 200, { etag: '"1"', 'last-modified': lastModified })
        .end(isKnown ? '' : gzipSync('hello'));
    });
    const page = await read('/');
    if (page.status !== 200) throw new Error('not sent at all');
    expect(page.state).toEqual({ etag: '"1"', lastModified });
    expect(await read('/', { state: page.state })).toEqual({ status: 304 });
  });

  it('is decompressed [SRC-03]', async () => {
    site.pages.set('/', { headers: { 'content-encoding': 'gzip' }, body: gzipSync('안녕') });
    expect(await read('/')).toMatchObject({ body: Buffer.from('안녕') });
  });
});
