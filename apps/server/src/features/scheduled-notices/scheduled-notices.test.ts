import type { PostItem } from '@naru/contract/posts';
import type { ScheduledNotice } from '@naru/contract/scheduled-notices';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createAttachment, createPicture, createSlowRows } from '../../testing/factories/files.ts';
import { createHead, retireHead } from '../../testing/factories/heads.ts';
import { createPost, readPost } from '../../testing/factories/posts.ts';
import { readAuditOf } from '../../testing/factories/settings.ts';
import { countWaiting } from '../../testing/lock-waits.ts';
import { createSecondServer } from '../../testing/second-server.ts';
import { createTestApp, type SignedIn, type TestApp } from '../../testing/test-app.ts';
import { uploadPicture } from '../uploads/pictures.fixture.ts';

const URL = '/api/admin/scheduled-notices';
const AT = '2026-11-23T09:00:00+09:00';
const BEFORE = new Date('2026-11-23T08:59:59+09:00');
const START = new Date('2026-11-21T09:00:00+09:00');

let t: TestApp;
let manager: SignedIn;
let colleague: SignedIn;
let council: SignedIn;
let student: SignedIn;
beforeAll(async () => {
  t = await createTestApp();
  t.clock.set(START);
  [manager, colleague] = [await t.signIn('MANAGER'), await t.signIn('MANAGER')];
  [council, student] = [await t.signIn('STUDENT_COUNCIL'), await t.signIn()];
});
beforeEach(async () => {
  t.clock.set(START);
  await t.db.execute('delete from scheduled_notices');
  [manager, colleague] = [await t.signInAs(manager), await t.signInAs(colleague)];
  [council, student] = [await t.signInAs(council), await t.signInAs(student)];
});
afterAll(() => t.close());

let counter = 0;
const bodyOf = (post: object = {}, more: object = {}) => {
  counter += 1;
  const title = `등대제 안내 ${counter}`;
  return {
    post: { boardType: 'NOTICE', title, content: '<p>부두에서 만나요</p>', ...post },
    publishAt: AT,
    ...more,
  };
};
const schedule = (body: unknown = bodyOf(), as = manager) => t.call('POST', URL, { as, body });
const change = (id: number, body: unknown, as = manager) =>
  t.call('PUT', `${URL}/${id}`, { as, body });
const list = async (as = manager): Promise<ScheduledNotice[]> =>
  (await t.call('GET', URL, { as })).json.notices;
const detail = async (id: number, as = manager) =>
  (await t.call('GET', `${URL}/${id}`, { as })).json.notice;
/** Runs the job at the time of the notices; returns how many it published. */
async function publish(at = new Date(AT)): Promise<number> {
  t.clock.set(at);
  return (await t.services.jobs.notices.run()).published ?? 0;
}
const found = async (title: string): Promise<PostItem[]> => {
  const reader = await t.signInAs(student);
  const url = `/api/post?boardType=NOTICE&query=${encodeURIComponent(title)}`;
  return (await t.call('GET', url, { as: reader })).json.pageResponse.posts;
};

describe('a scheduled notice', () => {
  it('appears once, at its time, with its audience, pin and notifications, and nowhere before [POST-65]', async () => {
    const body = bodyOf({ years: [4] }, { pinUntil: '2026-11-27' });
    const { status, json } = await schedule(body);
    expect([status, json.message]).toEqual([201, '공지를 예약했습니다.']);
    const title = `<4학년> ${body.post.title}`;
    expect(await publish(BEFORE)).toBe(0);
    expect(await found(body.post.title)).toEqual([]);
    expect(await publish()).toBe(1);
    expect(await publish()).toBe(0);
    const posts = await found(body.post.title);
    expect(posts).toMatchObject([{ title, pinned: true, writerNickname: manager.nickname }]);
    expect(await readPost(t, posts[0]?.id ?? 0)).toMatchObject({
      audienceYears: [4],
      createdAt: new Date(AT),
      pinnedUntil: new Date('2026-11-28T00:00:00+09:00'),
    });
    await t.services.events.drain();
    const reader = await t.signInAs(student);
    const { notices } = (await t.call('GET', '/api/member/my-notices', { as: reader })).json;
    const content = `조교 공지 '${title}' 글이 올라왔습니다.`;
    expect(notices).toContainEqual(
      expect.objectContaining({ content, excerpt: '부두에서 만나요' }),
    );
    expect(await list(await t.signInAs(manager))).toEqual([]);
  });

  it('is published by one of two servers, also after a failing one [POST-65]', async () => {
    const second = await createSecondServer(t);
    const body = bodyOf();
    await schedule(body);
    t.clock.set(new Date(AT));
    const broken = vi
      .spyOn(t.services.notifications, 'noticePosted')
      .mockRejectedValueOnce(new Error('killed'));
    await t.services.jobs.notices.run().catch(() => undefined);
    broken.mockRestore();
    expect(await found(body.post.title)).toEqual([]);
    const runs = [t.services, t.services, second.services, second.services];
    await Promise.all(runs.map(({ jobs }) => jobs.notices.run()));
    expect(await found(body.post.title)).toHaveLength(1);
    await second.close();
  });

  it('sent twice is one, and the limit of new posts does not delay many at one time [POST-65]', async () => {
    const body = bodyOf();
    const responses = await Promise.all([1, 2, 3].map(() => schedule(body)));
    expect(new Set(responses.map(({ json }) => json.id)).size).toBe(1);
    for (let n = 0; n < 11; n += 1) await schedule();
    expect(await publish()).toBe(12);
  });

  it.each([
    [{}, { publishAt: '' }, '올릴 시각을 정해 주세요.'],
    [
      {},
      { publishAt: '2026-11-21T09:00:00+09:00' },
      '올릴 시각은 지금부터 365일 안에서 정해 주세요.',
    ],
    [
      {},
      { publishAt: '2028-11-21T09:00:00+09:00' },
      '올릴 시각은 지금부터 365일 안에서 정해 주세요.',
    ],
    [{}, { publishAt: '내일 아침' }, '올바른 값을 입력해 주세요.'],
    [{}, { pinUntil: '2026-11-22' }, '고정 종료일은 올리는 날부터 365일 안에서 정해 주세요.'],
    [{ expiresAt: AT }, {}, '게시 종료는 올라가는 시각보다 뒤로 정해 주세요.'],
    [{ title: ' ' }, {}, '게시판, 제목, 내용을 모두 입력해 주세요.'],
    [{ content: '<p></p>' }, {}, '게시판, 제목, 내용을 모두 입력해 주세요.'],
    [
      { title: '<1학년> 안내', years: [2] },
      {},
      '제목의 학년과 받는 학년이 다릅니다. 하나로 맞춰 주세요.',
    ],
    [{ boardType: 'FREE' }, {}, '이 게시판에는 글을 쓸 수 없습니다. 다른 게시판을 선택해 주세요.'],
    [{ boardType: 'NOTICE_UNIV' }, {}, '글쓰기 권한이 없습니다.'],
  ])('%j with %j is refused and stores nothing [POST-65]', async (post, more, message) => {
    const { status, json } = await schedule(bodyOf(post, more));
    expect(status).toBeGreaterThanOrEqual(400);
    expect(status).toBeLessThan(500);
    expect(json.errors?.[0]?.message ?? json.message).toBe(message);
    expect(await list()).toEqual([]);
  });

  it('appears also when its author sent a post with its client id, and waits for no failing one [POST-65]', async () => {
    const post = { clientId: 'draft-of-a-notice' };
    const body = bodyOf(post);
    await t.call('POST', '/api/post/post-up', {
      as: manager,
      body: { ...body.post, title: '초안' },
    });
    await schedule(body);
    const broken = bodyOf();
    await schedule(broken);
    const last = bodyOf();
    await schedule(last);
    const noticePosted = t.services.notifications.noticePosted;
    const spy = vi.spyOn(t.services.notifications, 'noticePosted');
    spy.mockImplementation(async (tx, what) => {
      const { title } = await readPost({ ...t, db: tx as never }, what.postId);
      if (title.includes(broken.post.title)) throw new Error('killed');
      return noticePosted(tx, what);
    });
    await expect(publish()).rejects.toThrow('killed');
    spy.mockRestore();
    for (const { post } of [body, last]) expect(await found(post.title)).toHaveLength(1);
    expect(await found(broken.post.title)).toEqual([]);
    expect(await publish()).toBe(1);
  });

  it('is one of at most 50 of its board [POST-65]', async () => {
    await t.db.execute(`insert into scheduled_notices (author_id, board_type, body, publish_at, updated_at)
      select ${manager.id}, 'NOTICE', '{"title":"x"}', '2026-12-01', now() from generate_series(1, 50)`);
    expect((await schedule()).json.error).toBe('SCHEDULE_LIMIT');
    expect((await schedule(bodyOf({ boardType: 'NOTICE_SC' }), council)).status).toBe(201);
  });
});

describe('the staff of the board', () => {
  it('see, change and cancel it, others do not [POST-66]', async () => {
    const { id } = (await schedule()).json;
    const event = (await schedule(bodyOf({ boardType: 'NOTICE_SC' }), council)).json.id;
    expect((await list(colleague)).map((notice) => notice.id)).toEqual([id, event]);
    expect((await list(council)).map((notice) => notice.id)).toEqual([event]);
    for (const method of ['GET', 'PUT', 'DELETE'] as const) {
      const input = { as: council, ...(method === 'PUT' && { body: bodyOf() }) };
      expect((await t.call(method, `${URL}/${id}`, input)).status).toBe(403);
    }
    const { post, version } = await detail(id, colleague);
    const moved = { ...post, title: '<2학년> 옮긴 안내', years: [2] };
    const body = { post: moved, publishAt: AT, version };
    expect((await change(id, body, colleague)).status).toBe(200);
    expect(await list()).toMatchObject([
      { title: '<2학년> 옮긴 안내', years: [2], authorNickname: colleague.nickname },
      { id: event },
    ]);
    const late = await change(id, body);
    expect([late.status, late.json.error]).toEqual([409, 'EDIT_CONFLICT']);
    const cancelled = await t.call('DELETE', `${URL}/${id}`, { as: manager });
    expect(cancelled.json).toEqual({ message: '예약을 취소했습니다.' });
    expect(await publish()).toBe(1);
    for (const action of ['post.schedule', 'post.reschedule', 'post.unschedule']) {
      expect((await readAuditOf(t, action)).length).toBeGreaterThan(0);
    }
  });

  it('see that it is gone once it is published [POST-66]', async () => {
    const { id } = (await schedule()).json;
    await publish();
    manager = await t.signInAs(manager);
    const response = await change(id, bodyOf({}, { publishAt: '2026-12-01T09:00:00+09:00' }));
    expect([response.status, response.json.error]).toEqual([404, 'SCHEDULED_NOTICE_NOT_FOUND']);
    expect((await t.call('DELETE', `${URL}/${id}`, { as: manager })).status).toBe(404);
  });

  it('see why it was not published, the author is notified, and a change schedules it again [POST-66]', async () => {
    const writer = await t.signIn('MANAGER');
    const { id } = (await schedule(bodyOf(), writer)).json;
    await t.db.execute(
      `delete from member_roles where member_id = ${writer.id} and role = 'MANAGER'`,
    );
    expect(await publish()).toBe(0);
    expect(await publish()).toBe(0);
    manager = await t.signInAs(manager);
    const failure =
      '예약한 사람에게 글쓰기 권한이 없습니다. 내용을 확인하고 다시 예약하거나 지금 올려 주세요.';
    expect(await list()).toMatchObject([{ id, failure }]);
    const asked = await t.call('GET', '/api/member/my-notices', { as: await t.signInAs(writer) });
    const failed = asked.json.notices.filter(
      ({ subType }: { subType: string }) => subType === 'schedule-failed',
    );
    expect(failed).toMatchObject([{ targetUrl: '/admin?menu=SCHEDULED' }]);
    const again = bodyOf({}, { publishAt: '2026-11-24T09:00:00+09:00' });
    expect((await change(id, again)).status).toBe(200);
    expect(await publish(new Date('2026-11-24T09:00:00+09:00'))).toBe(1);
  });

  describe('of one that is more than six hours late', () => {
    const LATE = new Date('2026-11-23T15:00:01+09:00');
    const WEEKS = new Date('2026-12-14T10:00:00+09:00');
    const TOO_LATE =
      '정한 시각에 올리지 못했습니다. 내용을 확인하고 다시 예약하거나 지금 올려 주세요.';
    const askedOf = async (member: SignedIn) => {
      const { notices } = (
        await t.call('GET', '/api/member/my-notices', { as: await t.signInAs(member) })
      ).json;
      return notices.filter(({ subType }: { subType: string }) => subType === 'schedule-failed');
    };

    it('find it held, once, and its author is asked; one of six hours is published [POST-276]', async () => {
      const writer = await t.signIn('MANAGER');
      const body = bodyOf();
      const { id } = (await schedule(body, writer)).json;
      await schedule(bodyOf({}, { publishAt: '2026-11-23T09:00:01+09:00' }));
      expect(await publish(LATE)).toBe(1);
      expect(await publish(WEEKS)).toBe(0);
      expect(await found(body.post.title)).toEqual([]);
      manager = await t.signInAs(manager);
      expect(await list()).toMatchObject([{ id, failure: TOO_LATE }]);
      expect(await askedOf(writer)).toHaveLength(1);
    });

    it.each([
      ['2026-11-23T08:00:00+09:00', '2026-11-24T03:00:00+09:00', 1],
      ['2026-11-23T14:59:00+09:00', '2026-11-24T03:00:00+09:00', 1],
      // It was too late already, was due afterwards, or the mode ended more than six hours ago.
      ['2026-11-23T15:01:00+09:00', '2026-11-24T03:00:00+09:00', 0],
      ['2026-11-22T08:00:00+09:00', '2026-11-23T08:59:00+09:00', 0],
      ['2026-11-23T08:00:00+09:00', '2026-11-23T20:00:00+09:00', 0],
    ])(
      'find it published if the site was read-only meanwhile, from %s to %s: %i [POST-276]',
      async (since, endedAt, count) => {
        await schedule(bodyOf({}, { pinUntil: '2026-11-23' }));
        const { siteStatus } = t.services;
        t.clock.set(new Date(since));
        await siteStatus.startReadOnly(null, { reason: '서버를 옮깁니다', until: null });
        t.clock.set(new Date(endedAt));
        await siteStatus.endReadOnly(null);
        expect(await publish(new Date('2026-11-24T03:00:30+09:00'))).toBe(count);
        await t.db.execute("delete from settings where key = 'readOnly'");
        await siteStatus.getReadOnly();
      },
    );

    it.each([
      // Held by the first alone, by each in turn, and by none of them.
      ['2026-11-23T08:00:00+09:00', '2026-11-23T18:00:00+09:00', '2026-11-23T18:00:20+09:00', 1],
      ['2026-11-23T08:00:00+09:00', '2026-11-23T09:30:00+09:00', '2026-11-23T15:29:00+09:00', 1],
      ['2026-11-23T08:00:00+09:00', '2026-11-23T08:59:00+09:00', '2026-11-23T15:29:00+09:00', 0],
    ])(
      'find it published if the site was read-only from %s to %s and again from %s: %i [POST-276]',
      async (since, endedAt, again, count) => {
        await schedule(bodyOf({}));
        const { siteStatus } = t.services;
        for (const [from, to] of [
          [since, endedAt],
          [again, '2026-11-24T03:00:00+09:00'],
        ] as const) {
          t.clock.set(new Date(from));
          await siteStatus.startReadOnly(null, { reason: '서버를 옮깁니다', until: null });
          t.clock.set(new Date(to));
          await siteStatus.endReadOnly(null);
        }
        expect(await publish(new Date('2026-11-24T03:00:30+09:00'))).toBe(count);
        await t.db.execute("delete from settings where key = 'readOnly'");
        await siteStatus.getReadOnly();
      },
    );

    it('publish it now, under the name of who does, without the pin that is over [POST-276]', async () => {
      const picture = await createPicture(t.db, manager);
      const content = `<p>지도</p><img src="${picture}" alt="지도">`;
      const body = bodyOf({ content }, { pinUntil: '2026-11-30' });
      const { id } = (await schedule(body)).json;
      await publish(WEEKS);
      colleague = await t.signInAs(colleague);
      council = await t.signInAs(council);
      const now = (as: SignedIn) => t.call('POST', `${URL}/${id}/publish`, { as });
      expect((await now(council)).status).toBe(403);
      expect((await now(colleague)).json).toEqual({ message: '공지를 올렸습니다.' });
      expect((await now(colleague)).json.error).toBe('SCHEDULED_NOTICE_NOT_FOUND');
      expect(await found(body.post.title)).toMatchObject([
        { writerNickname: colleague.nickname, pinned: false, imageUrls: picture },
      ]);
      expect((await readAuditOf(t, 'post.publish-now')).length).toBe(1);
      await t.db.execute('delete from uploads');
    });

    it('see why it cannot be published now, and lose nothing [POST-276]', async () => {
      const body = bodyOf({ expiresAt: '2026-11-24T09:00:00+09:00' });
      const { id } = (await schedule(body)).json;
      await publish(WEEKS);
      manager = await t.signInAs(manager);
      const { status, json } = await t.call('POST', `${URL}/${id}/publish`, { as: manager });
      expect([status, json.errors?.[0]?.message]).toEqual([
        400,
        '게시 종료는 올라가는 시각보다 뒤로 정해 주세요.',
      ]);
      expect(await list()).toMatchObject([{ id, failure: TOO_LATE }]);
    });

    it('find it waiting again when only the clock was ahead [POST-276]', async () => {
      const body = bodyOf();
      await schedule(body);
      expect(await publish(new Date('2036-11-23T09:00:00+09:00'))).toBe(0);
      expect(await publish(BEFORE)).toBe(0);
      manager = await t.signInAs(manager);
      expect(await list()).toMatchObject([{ failure: null }]);
      expect(await publish()).toBe(1);
    });

    it('find any that failed before its time waiting again [POST-276]', async () => {
      const writer = await t.signIn('MANAGER');
      const { id } = (await schedule(bodyOf(), writer)).json;
      await t.db.execute(
        `delete from member_roles where member_id = ${writer.id} and role = 'MANAGER'`,
      );
      expect(await publish(new Date('2026-11-23T10:00:00+09:00'))).toBe(0);
      manager = await t.signInAs(manager);
      expect(await list()).toMatchObject([{ id, failure: expect.any(String) }]);
      expect(await publish(BEFORE)).toBe(0);
      manager = await t.signInAs(manager);
      expect(await list()).toMatchObject([{ id, failure: null }]);
    });
  });

  it('publish it without a pin when the board has its five [POST-65]', async () => {
    for (let n = 0; n < 5; n += 1) {
      t.clock.advance(1);
      const id = await createPost(t, council, { boardType: 'NOTICE_SC' });
      await t.call('PUT', `/api/post/${id}/pin`, { as: council, body: { until: '2026-12-24' } });
    }
    const body = bodyOf({ boardType: 'NOTICE_SC' }, { pinUntil: '2026-12-01' });
    await schedule(body, council);
    expect(await publish()).toBe(1);
    const { rows } = await t.db.execute<{ pinned: boolean }>(
      `select pinned from posts where title = '${body.post.title}'`,
    );
    expect(rows).toEqual([{ pinned: false }]);
  });
});

describe('the head of a scheduled notice', () => {
  it('is checked when it is scheduled, and stays when it is retired before the notice appears [POST-275]', async () => {
    const gone = await createHead(t, { boardType: 'NOTICE', isRetired: true });
    expect((await schedule(bodyOf({ headId: gone.id }))).status).toBe(400);
    const head = await createHead(t, { boardType: 'NOTICE' });
    const body = bodyOf({ headId: head.id });
    const { status, json } = await schedule(body);
    expect(status).toBe(201);
    await retireHead(t, head.id);
    expect(await detail(json.id)).toMatchObject({ head, post: { headId: head.id } });
    expect((await change(json.id, bodyOf({ headId: gone.id }))).status).toBe(400);
    const better = bodyOf({ headId: head.id });
    expect((await change(json.id, better)).status).toBe(200);
    expect(await publish()).toBe(1);
    expect(await found(better.post.title)).toMatchObject([{ head }]);
  });

  it('cannot be chosen again when it is retired and the notice has it no more [POST-275]', async () => {
    const head = await createHead(t, { boardType: 'NOTICE' });
    const { id } = (await schedule(bodyOf({ headId: head.id }))).json;
    await retireHead(t, head.id);
    expect((await change(id, bodyOf({ headId: null }))).status).toBe(200);
    expect((await detail(id)).head).toBeUndefined();
    const { json } = await change(id, bodyOf({ headId: head.id }));
    expect(json.errors).toMatchObject([{ field: 'headId' }]);
  });
});

describe('the pictures of a scheduled notice', () => {
  it('outlast the sweep and pass to the colleague who changes it [POST-67]', async () => {
    const [picture, unused] = [
      await createPicture(t.db, manager),
      await createPicture(t.db, manager),
    ];
    const content = `<p>지도</p><img src="${picture}" alt="지도">`;
    const body = bodyOf({ content });
    const { id } = (await schedule(body)).json;
    await t.db.execute(`update uploads set created_at = '2026-11-01'`);
    expect(await t.services.uploads.pictures.sweep()).toBe(1);
    const { rows } = await t.db.execute<{ key: string }>('select key from uploads');
    expect(rows.map(({ key }) => picture.includes(key))).toEqual([true]);
    const { post, version } = await detail(id, colleague);
    const foreign = { ...post, content: `${content}<img src="${unused}" alt="">` };
    expect(
      (await change(id, { post: foreign, publishAt: AT, version }, colleague)).json.error,
    ).toBe('IMAGE_NOT_READY');
    expect((await change(id, { post, publishAt: AT, version }, colleague)).status).toBe(200);
    expect(await publish()).toBe(1);
    const [shown] = await found(body.post.title);
    expect(shown?.imageUrls).toBe(picture);
    const stranger = await createPicture(t.db, student);
    t.clock.set(START);
    manager = await t.signInAs(manager);
    const stolen = bodyOf({ content: `<p>글</p><img src="${stranger}" alt="">` });
    expect((await schedule(stolen)).json.error).toBe('IMAGE_NOT_READY');
  });
});

describe('a picture that a scheduled notice has and something else too', () => {
  const withPicture = (picture: string) =>
    bodyOf({ content: `<p>지도</p><img src="${picture}" alt="지도">` });
  const countUploads = async () => (await t.db.execute('select from uploads')).rows.length;
  const shownIn = async (id: number) => /src="([^"]+)"/.exec((await detail(id)).post.content)?.[1];

  it('is copied once for a notice that is sent twice [POST-65, UPLOAD-124]', async () => {
    const before = await countUploads();
    const picture = await uploadPicture(t, manager);
    await createPost(t, manager, { content: `<p>글</p><img src="${picture}" alt="">` });
    const body = withPicture(picture);
    const ids = [await schedule(body), await schedule(body), await schedule(body)].map(
      ({ json }) => json.id,
    );
    expect(new Set(ids).size).toBe(1);
    expect(await shownIn(ids[0])).not.toBe(picture);
    expect(await countUploads()).toBe(before + 2);
  });

  it('is an own one of each of two notices [UPLOAD-124]', async () => {
    const picture = await uploadPicture(t, manager);
    const { id: one } = (await schedule(withPicture(picture))).json;
    const { id: other } = (await schedule(withPicture(picture))).json;
    expect(other).not.toBe(one);
    expect(await shownIn(one)).toBe(picture);
    expect(await shownIn(other)).not.toBe(picture);
    const { post, version } = await detail(one);
    expect((await change(one, { post, publishAt: AT, version })).status).toBe(200);
    expect(await shownIn(one)).toBe(picture);
    expect(await publish()).toBe(2);
  });

  it('stands beside the text as in posts, whether one or a list was sent [POST-66]', async () => {
    const urls = [await uploadPicture(t, manager), await uploadPicture(t, manager)];
    const [first] = urls;
    const one = (await schedule(bodyOf({ imageUrls: first }))).json.id;
    expect((await detail(one)).post).toMatchObject({ imageUrls: first, pictures: [] });
    await t.call('DELETE', `${URL}/${one}`, { as: manager });
    const several = (await schedule(bodyOf({ imageUrls: urls }))).json.id;
    const { post, version } = await detail(several);
    expect(post).toMatchObject({ imageUrls: first, pictures: urls.slice(1) });
    const { pictures: _, ...named } = post;
    await change(several, { post: named, publishAt: AT, version });
    expect((await detail(several)).post).toMatchObject({ pictures: urls.slice(1) });
    await change(several, bodyOf({ imageUrls: null }));
    expect((await detail(several)).post).toMatchObject({ imageUrls: null, pictures: [] });
  });
});

describe('the uploads of a scheduled notice', () => {
  const withPicture = async () => {
    const picture = await createPicture(t.db, manager);
    const body = bodyOf({ content: `<p>지도</p><img src="${picture}" alt="지도">` });
    const { id } = (await schedule(body)).json;
    return { id, body, ...(await detail(id)) };
  };

  it('are locked after the notice when it is published, like when it is changed [POST-186]', async () => {
    const { id } = await withPicture();
    t.clock.set(new Date(AT));
    const publishing = await t.db.transaction(async (tx) => {
      await tx.execute(`select 1 from scheduled_notices where id = ${id} for update`);
      const running = t.services.jobs.notices.run();
      await expect.poll(() => countWaiting(t)).toBe(1);
      await tx.execute('select 1 from uploads for update nowait');
      return { running };
    });
    expect(await publishing.running).toEqual({ published: 1 });
  });

  it('let a colleague change it in the same instant as it is published [POST-186]', async () => {
    const outcomes: unknown[] = [];
    for (let round = 0; round < 12; round += 1) {
      t.clock.set(START);
      [manager, colleague] = [await t.signInAs(manager), await t.signInAs(colleague)];
      const { id, body, version } = await withPicture();
      t.clock.set(new Date(AT));
      colleague = await t.signInAs(colleague);
      const later = { ...body, publishAt: '2026-11-24T09:00:00+09:00', version };
      const [{ published }, { status }] = await Promise.all([
        t.services.jobs.notices.run(),
        change(id, later, colleague),
      ]);
      outcomes.push([published, status]);
      // Those that stay would reach the limit of their board.
      if (status === 200) await t.call('DELETE', `${URL}/${id}`, { as: colleague });
    }
    const allowed = expect.toSatisfy(([published, status]: unknown[]) =>
      published === 1 ? status === 404 : status === 200,
    );
    expect(outcomes).toEqual(outcomes.map(() => allowed));
  });

  it('outlast a sweep that runs before it is stored [POST-67]', async () => {
    const key = await createAttachment(t.db, manager);
    const sweep = t.services.uploads.attachments.sweep;
    const { record } = t.services.audit;
    vi.spyOn(t.services.audit, 'record').mockImplementationOnce(async (...entry) => {
      expect(await sweep()).toBe(0);
      return record(...entry);
    });
    const { id } = (await schedule(bodyOf({ attachments: [key] }))).json;
    expect(await sweep()).toBe(0);
    expect((await detail(id)).attachments).toMatchObject([{ key }]);
  });

  it('outlast a sweep that began before it was stored and locks them after [POST-67]', async () => {
    const key = await createAttachment(t.db, manager);
    const rows = createSlowRows(4711);
    const { sweeping } = await t.db.transaction(async (tx) => {
      await tx.execute('select pg_advisory_xact_lock(4711)');
      const marking = rows.markRemovable(t.db, t.clock.now());
      await expect.poll(() => countWaiting(t)).toBe(1);
      expect((await schedule(bodyOf({ attachments: [key] }))).status).toBe(201);
      return { sweeping: marking };
    });
    expect(await sweeping).not.toContain(key);
  });
});
