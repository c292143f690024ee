import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createThread, writeComment } from '../../testing/factories/comments.ts';
import { createMember } from '../../testing/factories/members.ts';
import { createPost } from '../../testing/factories/posts.ts';
import { createTestApp, type SignedIn, type TestApp } from '../../testing/test-app.ts';
import { countStatuses } from './account.fixture.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.close());

const me = async (as: SignedIn) => (await t.call('GET', '/api/member/me', { as })).json.meDto;
const setNickname = (as: SignedIn, nickname: unknown) =>
  t.call('POST', '/api/member/set-nickname', { as, body: { nickname } });
const setIntro = (as: SignedIn, intro: unknown) =>
  t.call('POST', '/api/member/set-intro', { as, body: { intro } });

describe('POST /member/set-nickname', () => {
  it.each([
    [''],
    ['  '],
    ['열한글자는너무길어요참'],
    ['빈 칸'],
    ['특수!'],
    ['<b>굵게</b>'],
    [7],
    [null],
  ])('refuses %j', async (nickname) => {
    expect((await setNickname(await t.signIn(), nickname)).status).toBe(400);
  });

  it('accepts ten graphemes, trimmed and composed [MEMB-04]', async () => {
    const as = await t.signIn('USER');
    const { status, json } = await setNickname(as, ` ${'가나다라마바사아자차'.normalize('NFD')} `);
    expect([status, json.nickname]).toEqual([200, '가나다라마바사아자차']);
    expect(await me(as)).toMatchObject({
      nickname: '가나다라마바사아자차',
      nickName: '가나다라마바사아자차',
    });
  });

  it('returns 409 with its text for a taken nickname in any case, but not for the own one [MEMB-05]', async () => {
    const [as, other] = [
      await t.signIn(),
      await createMember(t.db, 'STUDENT', { nickname: 'Gull' }),
    ];
    const { status, json } = await setNickname(as, 'gULL');
    expect([status, json.message]).toEqual([409, '이미 사용 중인 닉네임입니다.']);
    expect(json.errors).toEqual([{ field: 'nickname', message: '이미 사용 중인 닉네임입니다.' }]);
    expect((await setNickname(await t.signInAs(other), 'gull')).status).toBe(200);
  });

  it.each([
    '관리자',
    '관리자1',
    '관리자님',
    '회원',
    'STUDENT',
    '익명3',
    '글쓴이',
    'Admin',
    '탈퇴한회원',
  ])('refuses the reserved nickname %s [MEMB-03, ANON-08]', async (nickname) => {
    const { status, json } = await setNickname(await t.signIn(), nickname);
    expect([status, json.message]).toEqual([409, '사용할 수 없는 닉네임입니다.']);
  });

  it('gives a nickname to one of twenty members who request it in parallel [RACE-05]', async () => {
    const people = await Promise.all(Array.from({ length: 20 }, () => t.signIn()));
    const responses = await Promise.all(people.map((as) => setNickname(as, '모두의별')));
    expect(countStatuses(responses)).toEqual({ 200: 1, 409: 19 });
    expect(
      responses.every(({ json }) => json.error === undefined || json.error === 'DUPLICATE'),
    ).toBe(true);
  });

  it('changes no response about an anonymous post [ANON-10]', async () => {
    const [author, reader] = [await t.signIn(), await t.signIn()];
    const postId = await createThread(t, author, 'SECRET');
    await writeComment(t, author, postId);
    const read = async () => {
      const post = await t.call('GET', `/api/post/${postId}`, { as: reader });
      const comments = await t.call('GET', `/api/post/${postId}/comments`, { as: reader });
      return [post.json, comments.json];
    };
    await read();
    const before = await read();
    await setNickname(author, '새이름');
    expect(await read()).toEqual(before);
  });
});

describe('POST /member/set-intro', () => {
  it('accepts 200 graphemes and refuses 201 with the required text [MEMB-09]', async () => {
    const as = await t.signIn('USER');
    const family = '👨‍👩‍👧';
    expect((await setIntro(as, ` ${family.repeat(200)} `)).status).toBe(200);
    expect((await me(as)).intro).toBe(family.repeat(200));
    for (const intro of [family.repeat(201), 'a'.repeat(100_000)]) {
      const { status, json } = await setIntro(as, intro);
      expect([status, json.message]).toEqual([400, '자기소개는 200자 이내로 입력해주세요.']);
    }
  });

  it('keeps line breaks and markup as text; an empty intro removes it', async () => {
    const as = await t.signIn();
    const intro = '첫 줄\n<script>alert(1)</script>';
    expect((await setIntro(as, intro)).json.intro).toBe(intro);
    expect((await setIntro(as, '   ')).json.intro).toBe('');
    for (const bad of [undefined, null, 7]) expect((await setIntro(as, bad)).status).toBe(400);
  });
});

describe('POST /member/set-email-visibility', () => {
  it('shows the address to others only while it is on [MEMB-10, PRIV-03]', async () => {
    const [as, reader] = [await t.signIn(), await t.signIn()];
    const card = async () =>
      (await t.call('GET', `/api/member/summary/${as.id}`, { as: reader })).json.email;
    const set = (emailPublic: unknown) =>
      t.call('POST', '/api/member/set-email-visibility', { as, body: { emailPublic } });
    expect((await me(as)).emailPublic).toBe(false);
    expect(await card()).toBeNull();
    expect((await set(true)).json.emailPublic).toBe(true);
    expect((await me(as)).emailPublic).toBe(true);
    expect(await card()).toBe(as.email);
    await set(false);
    expect(await card()).toBeNull();
    for (const bad of ['true', 1, null]) expect((await set(bad)).status).toBe(400);
  });
});

describe('/member/notice-choices', () => {
  const ALL = { comment: true, like: true, friend: true, notice: true, other: true };
  const choose = (as: SignedIn, choices: unknown) =>
    t.call('PUT', '/api/member/notice-choices', { as, body: { choices } });
  const types = async (as: SignedIn) => {
    await t.services.events.drain();
    const { json } = await t.call('GET', '/api/member/my-notices?all=true', { as });
    return json.notices.map(({ type }: { type: string }) => type);
  };

  it('starts with all on, changes the named kinds and keeps the rest', async () => {
    const as = await t.signIn('USER');
    const read = async () =>
      (await t.call('GET', '/api/member/notice-choices', { as })).json.choices;
    expect(await read()).toEqual(ALL);
    expect((await choose(as, { like: false, friend: false })).json.choices).toEqual({
      ...ALL,
      like: false,
      friend: false,
    });
    await choose(as, { like: true });
    expect(await read()).toEqual({ ...ALL, friend: false });
    for (const bad of [{ like: 'no' }, [], null, 5]) {
      expect((await choose(as, bad)).status, JSON.stringify(bad)).toBe(400);
    }
  });

  it('sends none of a kind that is off, and sends again once it is on', async () => {
    const [as, other] = [await t.signIn(), await t.signIn()];
    const postId = await createThread(t, as);
    await choose(as, { comment: false });
    await writeComment(t, other, postId);
    await t.call('POST', `/api/post/${postId}/like`, { as: other });
    expect(await types(as)).toEqual(['like']);
    await choose(as, { comment: true, like: false });
    t.clock.advance(2);
    await writeComment(t, other, postId);
    expect(await types(as)).toEqual(['comment', 'like']);
  });

  it('applies to notice boards too, per member', async () => {
    const [as, other, staff] = [await t.signIn(), await t.signIn(), await t.signIn('MANAGER')];
    await choose(as, { notice: false });
    await createPost(t, staff, { boardType: 'NOTICE' });
    expect(await types(as)).toEqual([]);
    expect(await types(other)).toEqual(['notice']);
  });

  it('sends security notifications whatever is off [NOTIF-01]', async () => {
    const as = await t.signIn();
    await choose(as, { comment: false, like: false, friend: false, notice: false, other: false });
    await t.services.live.transaction((tx, emit) =>
      t.services.notifications.notify(tx, emit, {
        kind: 'passwordChanged',
        facts: null,
        to: [as.id],
      }),
    );
    expect(await types(as)).toEqual(['other']);
  });
});
