import type { Role } from '@naru/contract/roles';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openEvent } from '../domain/live/live-events.ts';
import { report } from '../features/moderation/blinds.fixture.ts';
import { type AnonymityWorld, buildAnonymityWorld } from '../testing/anonymity/anonymity-world.ts';
import { READS } from '../testing/anonymity/calls.ts';
import { writeComment } from '../testing/factories/comments.ts';
import { readEvents } from '../testing/factories/events.ts';
import { storeSetting } from '../testing/factories/settings.ts';
import { createTestApp } from '../testing/test-app.ts';

/** Words of titles, texts and comments that are blinded. */
const HIDDEN =
  /아무도 모르게|속마음입니다|"첫 목소리"|하늘 높이 욕설|욕설로 답합니다|이름 없이 묻|속마음 질문/;

let world: AnonymityWorld;
beforeAll(async () => {
  const t = await createTestApp();
  world = await buildAnonymityWorld(t, { author: 'haneul', first: 'bada', second: 'areum' });
  await storeSetting(t, 'blindAfter', '2');
  const { posts, comments, room, people, viewers } = world;
  const [secret = 0, , open = 0] = posts;
  await t.services.posts.update(
    { memberId: people.haneul.id, sessionId: '', roles: people.haneul.roles },
    open,
    {
      boardType: 'FREE',
      title: '하늘 높이 욕설',
      content: '<p>하늘 높이 욕설</p>',
      imageUrls: [],
      attachments: [],
      price: null,
    },
  );
  await t.services.events.drain();
  await t.services.live.place(viewers.STUDENT.id);
  const reply = await writeComment(t, viewers.STUDENT, open, { content: '욕설로 답합니다' });
  await t.call('POST', `/api/post/${open}/like`, { as: viewers.STUDENT });
  await t.call('POST', `/api/post/${open}/scrap`, { as: viewers.STUDENT });
  // Somebody who replied is notified below the post with its title.
  await writeComment(t, viewers.PROFESSOR, open, { content: '한마디', parentId: reply.id });
  await t.services.events.drain();
  for (const id of [secret, open, ...room.questions]) {
    for (const _ of [1, 2]) await report(t, 'POST', id);
  }
  for (const id of [comments[0] ?? 0, reply.id]) {
    for (const _ of [1, 2]) await report(t, 'COMMENT', id);
  }
  await t.services.events.drain();
});
afterAll(() => world.t.close());

/** The responses to one viewer. */
async function read(urls: readonly string[], role: Role): Promise<string[]> {
  const as = await world.t.signInAs(world.viewers[role]);
  const texts: string[] = [];
  for (const url of urls) {
    texts.push(`${url} ${(await world.t.call('GET', encodeURI(decodeURI(url)), { as })).text}`);
  }
  return texts;
}

describe('blinded posts and comments [MOD-25]', () => {
  const urls = () => [
    ...Object.values(READS).flatMap((build) => build(world)),
    '/api/member/my-notices?all=true',
    '/api/post?boardType=FREE&query=욕설&filter=all',
  ];

  // One may read every room of theirs, the other the lists of the day in the console.
  it.each(['PROFESSOR', 'STUDENT_COUNCIL'] as const)(
    'are a placeholder in every response to a %s',
    async (role) => {
      const texts = await read(urls(), role);
      expect(texts.filter((text) => HIDDEN.test(text))).toEqual([]);
      for (const placeholder of ['블라인드 처리된 글입니다.', '블라인드 처리된 댓글입니다.']) {
        expect(texts.some((text) => text.includes(placeholder))).toBe(true);
      }
    },
  );

  it('are in no list but that of their board', async () => {
    const [secret, , open] = world.posts;
    const lists = [
      '/api/post/FREE/summary?pageSize=20',
      '/api/post/SECRET/summary?pageSize=20',
      '/api/post/POPULAR/summary?pageSize=20',
      '/api/post?boardType=POPULAR&size=50',
      '/api/post?boardType=FREE&size=50&query=블라인드&filter=all',
    ];
    const text = (await read(lists, 'STUDENT')).join();
    for (const id of [secret, open]) expect(text).not.toContain(`"id":${id},`);
    const [board] = await read(['/api/post?boardType=FREE&size=50'], 'STUDENT');
    expect(board).toContain(`"id":${open},`);
  });

  it('are in no notice that members got before, but for that of the own blinded comment [NOTIF-84]', async () => {
    const [notices] = await read(['/api/member/my-notices?all=true'], 'STUDENT');
    expect(notices).toContain('"subType":"blinded"');
    expect(notices).not.toContain('하늘 높이');
    expect(notices).not.toMatch(new RegExp(`/post/${world.posts[2]}\\b`));
  });

  it('are a placeholder in the live events that a page missed', async () => {
    const { t, viewers } = world;
    const as = viewers.STUDENT;
    const stored = (await readEvents(t, as)).flatMap(
      ({ payload }) => openEvent(t.seal, payload) ?? [],
    );
    expect(JSON.stringify(stored)).toContain('하늘 높이');
    t.clock.advance(120);
    const renewed = JSON.stringify(await t.services.notifications.renewEvents(stored));
    expect(renewed).toContain('블라인드 처리된');
    expect(renewed).not.toContain('하늘 높이');
  });

  it('have their text for staff who decide', async () => {
    const [secret, , open] = world.posts;
    for (const role of ['MANAGER', 'ADMIN'] as const) {
      const texts = await read([`/api/post/${secret}`, `/api/post/${open}`], role);
      expect(texts.every((text) => HIDDEN.test(text))).toBe(true);
      const [reports] = await read(['/api/admin/reports?size=50'], role);
      for (const title of ['아무도 모르게', '하늘 높이 욕설']) expect(reports).toContain(title);
    }
  });
});
