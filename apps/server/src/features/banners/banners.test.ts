import type { Banner } from '@naru/contract/banners';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createBanner, readBannerAudit, readBanners } from '../../testing/factories/banners.ts';
import { createPicture } from '../../testing/factories/files.ts';
import { createTestApp, type SignedIn, type TestApp } from '../../testing/test-app.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.close());

describe('GET /api/banners', () => {
  let member: SignedIn;
  beforeAll(async () => {
    member = await t.signIn('USER');
  });

  beforeEach(() => t.db.execute('delete from banners'));
  const list = () => t.call('GET', '/api/banners', { as: member });
  const ids = (banners: Banner[]) => banners.map(({ id }) => id);

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

describe('saving banners', () => {
  let council: SignedIn;
  let start: Date;
  beforeAll(async () => {
    council = await t.signIn('STUDENT_COUNCIL');
    start = t.clock.now();
  });

  beforeEach(async () => {
    t.clock.set(start);
    await t.call('POST', '/api/banners?types=NORMAL,MEDIA', { as: council, body: [] });
  });

  const event = (title: string, more: object = {}) => ({ bannerType: 'NORMAL', title, ...more });
  const video = (targetUrl: string, more: object = {}) => ({
    bannerType: 'MEDIA',
    targetUrl,
    ...more,
  });

  const save = (body: unknown, query = '', as = council) =>
    t.call('POST', `/api/banners${query}`, { as, body });
  const titles = async () => (await readBanners(t)).map(({ title }) => title);
  const messages = (json: { errors?: { message: string }[] }) =>
    (json.errors ?? []).map(({ message }) => message);
  describe('POST /api/banners', () => {
    it('replaces all banners of the sent types, keeps ids and the other type [BANNER-01]', async () => {
      await save([event('하나'), event('둘'), video('https://youtu.be/naruTEST-01')]);
      const [one, two, film] = await readBanners(t);
      const response = await save([
        event('셋', { content: '새 행사', targetUrl: 'https://example.com/a' }),
        event('둘 고침', { id: two?.id }),
      ]);
      expect([response.status, response.json]).toEqual([200, { message: '배너를 저장했습니다.' }]);
      const { json } = await t.call('GET', '/api/banners', { as: council });
      expect(json.normalBanners).toEqual([
        expect.objectContaining({
          title: '셋',
          content: '새 행사',
          targetUrl: 'https://example.com/a',
          displayOrder: 0,
        }),
        expect.objectContaining({ id: two?.id, title: '둘 고침', displayOrder: 1 }),
      ]);
      expect(json.mediaBanners.map(({ id }: Banner) => id)).toEqual([film?.id]);
      expect(json.normalBanners.some(({ id }: Banner) => id === one?.id)).toBe(false);
    });

    it('orders by displayOrder, then by the order of the request', async () => {
      await save([
        event('다', { displayOrder: 7 }),
        event('가', { displayOrder: 2 }),
        event('나', { displayOrder: 2 }),
      ]);
      expect(await titles()).toEqual(['가', '나', '다']);
    });

    it('inserts a banner again that another admin removed meanwhile', async () => {
      await save([event('하나')]);
      const [one] = await readBanners(t);
      await t.call('DELETE', `/api/banners/${one?.id}`, { as: council });
      expect((await save([event('하나', { id: one?.id })])).status).toBe(200);
      expect(await titles()).toEqual(['하나']);
    });

    it('empties a named type and refuses a request that names none', async () => {
      await save([event('하나'), video('youtu.be/naruTEST-01')]);
      expect((await save([])).status).toBe(400);
      expect((await save([event('둘')], '?types=NORMAL,MEDIA')).status).toBe(200);
      expect(await titles()).toEqual(['둘']);
    });

    it('refuses the whole list for a 7th event or a 4th video, and changes nothing [BANNER-02]', async () => {
      await save([event('남는 것')]);
      const seven = Array.from({ length: 7 }, (_, n) => event(`행사 ${n}`));
      const four = Array.from({ length: 4 }, () => video('https://youtu.be/naruTEST-01'));
      const refused = await save([event('하나'), ...four]);
      expect([refused.status, messages(refused.json)]).toEqual([
        400,
        ['영상 배너는 3개까지 등록할 수 있습니다.'],
      ]);
      expect(messages((await save(seven)).json)).toEqual([
        '행사 배너는 6개까지 등록할 수 있습니다.',
      ]);
      expect(await titles()).toEqual(['남는 것']);
      expect((await save([...seven.slice(1), ...four.slice(1)])).status).toBe(200);
    });

    it.each([
      ['', '영상 링크가 없습니다'],
      ['   ', '영상 링크가 없습니다'],
      ['https://youtu.be/short', '잘못된 유튜브 링크'],
      ['https://www.youtube.com/watch?v=', '잘못된 유튜브 링크'],
      ['https://youtube.com.evil.test/watch?v=naruTEST-01', '잘못된 유튜브 링크'],
      ['https://evil.test/naruTEST-01', '잘못된 유튜브 링크'],
      ['javascript:alert("naruTEST-01")', '잘못된 유튜브 링크'],
      ['https://youtu.be/naruTEST-01"onload', '잘못된 유튜브 링크'],
      ['naruTEST-01', '잘못된 유튜브 링크'],
    ])('refuses the video link %j [HTML-06]', async (link, message) => {
      const { status, json } = await save([video(link)]);
      expect([status, messages(json)]).toEqual([400, [message]]);
    });

    it.each([
      'https://www.youtube.com/watch?list=x&v=naruTEST-01&t=3',
      'https://youtu.be/naruTEST-01?si=abc',
      'http://m.youtube.com/watch?v=naruTEST-01',
      'https://www.youtube.com/embed/naruTEST-01',
      'https://youtube.com/shorts/naruTEST-01?feature=share',
      'https://www.youtube.com/live/naruTEST-01',
      'https://music.youtube.com/watch?v=naruTEST-01',
      'https://www.youtube-nocookie.com/embed/naruTEST-01',
      ' youtube.com/watch?v=naruTEST-01 ',
    ])('stores the 11 characters of %j [HTML-06]', async (link) => {
      expect((await save([video(link)])).status).toBe(200);
      const { json } = await t.call('GET', '/api/banners', { as: council });
      expect(json.mediaBanners[0]).toMatchObject({ videoId: 'naruTEST-01' });
      expect(json.mediaBanners[0].targetUrl).toMatch(/^https?:\/\//);
    });

    it.each([
      'javascript:alert(1)',
      'data:text/html,x',
      '//evil.test',
      'example.com',
      'ftp://example.com/',
      'https://user:secret@example.com/',
      ` https://example.com/${'x'.repeat(500)}`,
    ])('refuses the link %j [HTML-05]', async (targetUrl) => {
      const { status, json } = await save([event('나쁜 링크', { targetUrl })]);
      expect([status, json.error]).toEqual([400, 'VALIDATION_FAILED']);
    });

    it.each([
      [event('')],
      [event('x'.repeat(41))],
      [event('제목', { content: 'x'.repeat(101) })],
      [event('제목', { displayOrder: -1 })],
      [{ bannerType: 'OTHER', title: '제목' }],
      [{ title: '종류 없음' }],
      [event('같은', { id: 5 }), event('번호', { id: 5 })],
    ])('refuses %j', async (...body) => {
      expect((await save(body)).status).toBe(400);
      expect(await titles()).toEqual([]);
    });

    it('keeps limits and complete sets among parallel saves [RACE-14]', async () => {
      const admins = await Promise.all(Array.from({ length: 20 }, () => t.signIn('ADMIN')));
      const responses = await Promise.all(
        admins.map((admin, who) =>
          save(
            [
              ...Array.from({ length: 6 }, (_, n) => event(`${who} 행사 ${n}`)),
              ...Array.from({ length: 3 }, () => video('https://youtu.be/naruTEST-01')),
            ],
            '',
            admin,
          ),
        ),
      );
      expect(responses.every(({ status }) => status === 200)).toBe(true);
      const stored = await readBanners(t);
      expect(stored).toHaveLength(9);
      const events = stored.filter(({ bannerType }) => bannerType === 'NORMAL');
      expect(events).toHaveLength(6);
      expect(new Set(events.map(({ title }) => title.split(' ')[0])).size).toBe(1);
    });
  });

  describe('links to pages of this site', () => {
    it.each([
      '/main',
      '/main/community/notice_sc',
      '/main/community/free/post/17?comment=3#comments',
      '/main/study-dashboard/3/7',
      '/write/market',
      '/support?category=GENERAL',
    ])('accepts %j [BANNER-57]', async (targetUrl) => {
      expect((await save([event('안내', { targetUrl })])).status).toBe(200);
      const { json } = await t.call('GET', '/api/banners', { as: council });
      expect(json.normalBanners[0].targetUrl).toBe(targetUrl);
    });

    it.each([
      '/main/community/nowhere',
      '/main/../login',
      '/api/auth/logout',
      '/files/a.webp',
      '/\\evil.test',
      '/main#"onclick=',
      '/main/community/free/post/x',
    ])('refuses %j [BANNER-57]', async (targetUrl) => {
      const { status, json } = await save([event('안내', { targetUrl })]);
      expect([status, messages(json)]).toEqual([
        400,
        ['이 사이트에 없는 경로입니다. 주소창의 경로를 그대로 붙여 넣어 주세요.'],
      ]);
    });
  });

  describe('the period of a banner', () => {
    it('shows it to members on its days only, and to the council always [BANNER-58]', async () => {
      t.clock.set(new Date('2026-11-20T14:59:00.000Z'));
      const [member, staff] = [await t.signIn('USER'), await t.signInAs(council)];
      const period = (startsOn: string | null, endsOn: string | null) => ({ startsOn, endsOn });
      await save(
        [
          event('늘', period(null, null)),
          event('오늘까지', period('2026-11-01', '2026-11-20')),
          event('내일부터', period('2026-11-21', null)),
          event('어제까지', period(null, '2026-11-19')),
          video('https://youtu.be/naruTEST-01', period('2026-11-21', '2026-11-22')),
        ],
        '',
        staff,
      );
      const shown = async () => {
        const { json } = await t.call('GET', '/api/banners', { as: member });
        return [json.normalBanners.map(({ title }: Banner) => title), json.mediaBanners.length];
      };
      expect(await shown()).toEqual([['늘', '오늘까지'], 0]);
      const all = (await t.call('GET', '/api/banners/all', { as: staff })).json;
      expect([all.normalBanners.length, all.mediaBanners.length]).toEqual([4, 1]);
      expect(all.normalBanners[1]).toMatchObject(period('2026-11-01', '2026-11-20'));
      t.clock.set(new Date('2026-11-20T15:00:00.000Z'));
      expect(await shown()).toEqual([['늘', '내일부터'], 1]);
    });

    it('refuses an end before its start and days that do not exist [BANNER-58]', async () => {
      for (const [startsOn, endsOn, message] of [
        ['2026-11-21', '2026-11-20', '종료일은 시작일보다 빠를 수 없습니다.'],
        ['2026-02-30', null, '올바른 값을 입력해 주세요.'],
      ]) {
        const { status, json } = await save([event('기간', { startsOn, endsOn })]);
        expect([status, messages(json)]).toEqual([400, [message]]);
      }
    });
  });

  describe('the files of a banner', () => {
    it('takes a checked picture of the editor, retained by other editors [BANNER-61]', async () => {
      const imageUrl = await createPicture(t.db, council);
      const foreign = await createPicture(t.db, await t.signIn('STUDENT'));
      expect((await save([event('사진', { imageUrl: foreign })])).json.error).toBe(
        'IMAGE_NOT_READY',
      );
      expect((await save([event('사진', { imageUrl })])).status).toBe(200);
      const admin = await t.signIn('ADMIN');
      expect((await save([event('고친 제목', { imageUrl })], '', admin)).status).toBe(200);
      t.clock.set(new Date(t.clock.now().getTime() + 3 * 86_400_000));
      await t.services.jobs.files.run();
      const { rows } = await t.db.execute(
        sql`select status from uploads where owner_id = ${council.id}`,
      );
      expect(rows).toEqual([{ status: 'ready' }]);
    });

    it('refuses a video that was not uploaded and captions of another site [BANNER-61]', async () => {
      const own = `/files/videos/${'v'.repeat(24)}.mp4`;
      expect((await save([video(own)])).json.error).toBe('VIDEO_NOT_READY');
      const cue = 'WEBVTT\n\n00:00.000 --> 00:02.000\n안내\n';
      for (const [link, captions, message] of [
        [own, '자막', '자막은 WebVTT(.vtt) 파일로 올려 주세요.'],
        ['https://youtu.be/naruTEST-01', cue, '자막은 올린 영상에만 붙일 수 있습니다.'],
      ] as const) {
        const { status, json } = await save([video(link, { captions })]);
        expect([status, messages(json)]).toEqual([400, [message]]);
      }
    });
  });

  describe('the version of the banners', () => {
    const read = async () => (await t.call('GET', '/api/banners', { as: council })).json;
    const query = (version: string) => `?types=NORMAL,MEDIA&version=${version}`;

    it('lets one of two parallel editors save and refuses the other [BANNER-07]', async () => {
      const { version } = await read();
      const other = await t.signIn('ADMIN');
      const responses = await Promise.all([
        save([event('하나')], query(version)),
        save([event('둘')], query(version), other),
      ]);
      expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 409]);
      const lost = responses.findIndex(({ status }) => status === 409);
      expect(responses[lost]?.json).toMatchObject({
        error: 'EDIT_CONFLICT',
        message: '다른 사람이 먼저 저장했습니다. 저장된 내용을 확인하고 다시 시도해 주세요.',
      });
      expect(await titles()).toEqual([lost === 0 ? '둘' : '하나']);
      const current = await read();
      expect((await save([event('셋')], query(current.version))).status).toBe(200);
      expect(await titles()).toEqual(['셋']);
    });

    it('notices a deletion and a change of the order [BANNER-07]', async () => {
      await save([event('하나'), event('둘')]);
      const { version, normalBanners } = await read();
      await t.call('DELETE', `/api/banners/${normalBanners[0].id}`, { as: council });
      expect((await save([event('하나')], query(version))).status).toBe(409);
      expect(await titles()).toEqual(['둘']);
    });
  });

  describe('DELETE /api/banners/:id', () => {
    it('responds with 200, then 404 [BANNER-04]', async () => {
      const id = await createBanner(t);
      const remove = () => t.call('DELETE', `/api/banners/${id}`, { as: council });
      expect((await remove()).json).toEqual({ message: '배너를 삭제했습니다.' });
      const again = await remove();
      expect([again.status, again.json.error]).toEqual([404, 'BANNER_NOT_FOUND']);
    });

    it('is recorded in the audit log like every save [AUDIT-01, BANNER-03]', async () => {
      const id = await createBanner(t, { title: '지울 배너' });
      const before = (await readBannerAudit(t)).length;
      await t.call('DELETE', `/api/banners/${id}`, { as: council });
      await save([event('새 배너', { targetUrl: 'https://example.com/' })]);
      await save([event('x'.repeat(50))]);
      expect((await readBannerAudit(t)).slice(before)).toEqual([
        expect.objectContaining({
          actorId: council.id,
          action: 'banner.delete',
          targetId: id,
          detail: { title: '지울 배너', bannerType: 'NORMAL' },
        }),
        expect.objectContaining({
          actorId: council.id,
          action: 'banner.replace',
          detail: {
            types: ['NORMAL'],
            before: [],
            after: [{ bannerType: 'NORMAL', title: '새 배너', targetUrl: 'https://example.com/' }],
          },
        }),
      ]);
    });
  });
});
