import type { Banner } from '@naru/contract/banners';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createBanner } from '../../testing/factories/banners.ts';
import { createTestApp, type SignedIn, type TestApp } from '../../testing/test-app.ts';

let t: TestApp;
let member: SignedIn;
beforeAll(async () => {
  t = await createTestApp();
  member = await t.signIn('USER');
});
beforeEach(() => t.db.execute('delete from banners'));
afterAll(() => t.close());

const list = () => t.call('GET', '/api/banners', { as: member });
const ids = (banners: Banner[]) => banners.map(({ id }) => id);

describe('GET /api/banners', () => {
  it('refuses a request without a token', async () => {
    expect((await t.call('GET', '/api/banners')).status).toBe(401);
  });

  it('returns empty lists on a new installation', async () => {
    const { status, json } = await list();
    expect([status, json]).toEqual([
      200,
      { normalBanners: [], mediaBanners: [], version: expect.any(String) },
    ]);
  });

  it('returns both types in their order, at most 6 and 3', async () => {
    const normal: number[] = [];
    for (let order = 7; order > 0; order -= 1) {
      normal.unshift(await createBanner(t, { displayOrder: order }));
    }
    const media: number[] = [];
    for (let order = 0; order < 4; order += 1) {
      media.push(
        await createBanner(t, {
          bannerType: 'MEDIA',
          title: '영상',
          displayOrder: 0,
          targetUrl: 'https://youtu.be/naruTEST-01',
          videoId: 'naruTEST-01',
        }),
      );
    }
    const { json } = await list();
    expect(ids(json.normalBanners)).toEqual(normal.slice(0, 6));
    expect(ids(json.mediaBanners)).toEqual(media.slice(0, 3));
    expect(json.mediaBanners[0]).toEqual({
      id: media[0],
      title: '영상',
      content: '',
      targetUrl: 'https://youtu.be/naruTEST-01',
      bannerType: 'MEDIA',
      displayOrder: 0,
      videoId: 'naruTEST-01',
      imageUrl: null,
      startsOn: null,
      endsOn: null,
      captions: null,
    });
  });

  it('returns no link other than http and https [HTML-05]', async () => {
    for (const targetUrl of [
      'javascript:alert(1)',
      'data:text/html,x',
      '/nothing',
      '//evil.test',
    ]) {
      await createBanner(t, { title: '나쁜 링크', displayOrder: -1, targetUrl });
    }
    const { json } = await list();
    const found = json.normalBanners.filter(({ title }: Banner) => title === '나쁜 링크');
    expect(found.map(({ targetUrl }: Banner) => targetUrl)).toEqual([null, null, null, null]);
  });
});
