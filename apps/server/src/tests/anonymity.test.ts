import { FEED_KINDS } from '@naru/contract/feeds';
import { ROLES, type Role } from '@naru/contract/roles';
import { TEXTS } from '@naru/contract/texts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  type AnonymityWorld,
  buildAnonymityWorld,
  PEOPLE,
} from '../testing/anonymity/anonymity-world.ts';
import { aliasBlocks, READS, WRITES } from '../testing/anonymity/calls.ts';
import { pagesOf } from '../testing/anonymity/pages.ts';
import { VIEWER_ONLY_CALLS } from '../testing/anonymity/viewer-only-calls.ts';
import { changeMember } from '../testing/factories/comments.ts';
import { makeFeed } from '../testing/factories/feeds.ts';
import { storeSetting } from '../testing/factories/settings.ts';
import { contractCalls } from '../testing/matrix/mounted.ts';
import { readAllRows } from '../testing/matrix/snapshot.ts';
import { clearThrottles } from '../testing/matrix/world.ts';
import { createWebRoot, openPage } from '../testing/opened-pages.ts';
import { pairsOf } from '../testing/pairs.ts';
import { type CallResult, createTestApp, type SignedIn } from '../testing/test-app.ts';

/** Two worlds that differ only in who wrote the secret items. */
let one: AnonymityWorld;
let two: AnonymityWorld;
let web: Awaited<ReturnType<typeof createWebRoot>>;
beforeAll(async () => {
  web = await createWebRoot();
  one = await buildAnonymityWorld(await createTestApp({ webRoot: web.path }), {
    author: 'haneul',
    first: 'bada',
    second: 'areum',
  });
  two = await buildAnonymityWorld(await createTestApp({ webRoot: web.path }), {
    author: 'bada',
    first: 'areum',
    second: 'haneul',
  });
});
afterAll(async () => {
  await one.t.close();
  await two.t.close();
  await web.remove();
});

/** Replaces random ids and keys by their index; removes values that every request has. */
function plain(world: AnonymityWorld, text: string): string {
  const { room, chosen } = world;
  const named = [
    ...[...world.posts, ...world.comments, ...world.replies],
    ...[...chosen.posts, ...chosen.comments, ...chosen.replies],
    ...[...room.questions, ...room.comments, ...room.replies, world.course.review],
  ].filter((id) => id >= 2 ** 40);
  return (
    named
      .reduce((left, id, place) => left.replaceAll(String(id), `#${place}`), text)
      .replaceAll(world.picture.slice('/files/'.length, -'.webp'.length), 'PICTURE')
      .replaceAll(world.chosenPicture.slice('/files/'.length, -'.webp'.length), 'CHOSEN')
      // The random chunk of a stored picture and the size that counts it.
      .replace(/^RIFF.*?WEBP(.*?)RAND.*$/s, 'RIFF$1')
      .replace(/\/files\/upload\/[^"]+/g, '/files/upload/TOKEN')
      // Signed for the reader, of the random key of a picture.
      .replace(/\/files\/[\w.-]{60,}\.webp/g, '/files/SIGNED.webp')
      .replace(/"fileUrl":"[^"]+"/g, '"fileUrl":"FILE"')
      .replace(/"requestId":"[^"]+"/g, '"requestId":"ID"')
      .replace(/"id":\d{13,15}/g, '"id":"RANDOM"')
      .replace(/"(uptime|free)":\d+/g, '"$1":0')
  );
}

/** Reads that show the anonymous questions of the room and their comments. */
function roomReads({ room }: AnonymityWorld): string[] {
  return [
    `/api/lecture-room/posts?lectureId=${room.id}&type=LECTURE_Q`,
    ...room.questions.flatMap((id) => [
      `/api/post/${room.id}/${id}`,
      `/api/post/lecture/${id}/comments`,
    ]),
    ...room.comments.map((id) => `/api/post/${id}/replies`),
  ];
}

/** Reads that show the posts whose authors chose to be anonymous, without the lists of their boards. */
function chosenReads({ chosen }: AnonymityWorld): string[] {
  return [
    ...chosen.posts.flatMap((id) => [`/api/post/${id}`, `/api/post/${id}/comments`]),
    ...chosen.comments.map((id) => `/api/post/${id}/replies`),
  ];
}

function comparable(world: AnonymityWorld, { status, text, headers }: CallResult) {
  const others = Object.entries(headers)
    .filter(([name]) => !['content-length', 'date', 'last-modified'].includes(name))
    .map(([name, value]) => `${name}: ${plain(world, String(value))}`)
    .toSorted();
  return { status, headers: others, text: plain(world, text) };
}

const sessions = new WeakMap<AnonymityWorld, Partial<Record<Role, SignedIn>>>();

/** One session of each viewer serves its reads, until a write ends it. */
async function get(world: AnonymityWorld, role: Role, url: string): Promise<CallResult> {
  const open = sessions.get(world) ?? {};
  sessions.set(world, open);
  open[role] ??= await world.t.signInAs(world.viewers[role]);
  const answer = await world.t.call('GET', url, { as: open[role] });
  if (answer.status !== 401) return answer;
  open[role] = await world.t.signInAs(world.viewers[role]);
  return world.t.call('GET', url, { as: open[role] });
}

/** Responses that one viewer receives. */
async function read(world: AnonymityWorld, role: Role, urls: string[]) {
  const responses: unknown[] = [];
  for (const url of urls) {
    const answer = await get(world, role, url);
    expect([401, 429], url).not.toContain(answer.status);
    responses.push([plain(world, url), comparable(world, answer)]);
  }
  return responses;
}

async function write(world: AnonymityWorld, role: Role, call: string) {
  const [method = ''] = call.split(' ');
  const as = await world.t.signInAs(world.viewers[role]);
  const responses: unknown[] = [];
  for (const { url, body } of WRITES[call]?.(world) ?? []) {
    await clearThrottles(world.t);
    const answer = await world.t.call(method, url, {
      as,
      ...(body !== undefined && { body }),
    });
    expect(answer.status, `${call} ${url}`).toBeLessThan(500);
    responses.push([plain(world, url), comparable(world, answer)]);
  }
  await world.t.services.events.drain();
  return responses;
}

/** All; in `npm test` a STUDENT, an ADMIN, and the others in turn. */
function rolesOf(call: string, calls: object): readonly Role[] {
  const inTurn = pairsOf(Object.keys(calls), ROLES).filter(([name]) => name === call);
  return ROLES.filter(
    (role) => role === 'STUDENT' || role === 'ADMIN' || inTurn.some(([, one]) => one === role),
  );
}

beforeEach(() => {
  const later = Math.max(one.t.clock.now().getTime(), two.t.clock.now().getTime());
  for (const { t } of [one, two]) t.clock.set(new Date(later));
});

describe('secret items look the same whoever wrote them', () => {
  it('covers every call of the contract', () => {
    const missing = [...contractCalls().keys()].filter(
      (call) =>
        READS[call] === undefined &&
        WRITES[call] === undefined &&
        !VIEWER_ONLY_CALLS.some((pattern) => pattern.test(call)),
    );
    expect(missing).toEqual([]);
  });

  it('the world contains aliases, a placeholder, an edited comment and a picture [ANON-07]', async () => {
    for (const { t, secretPosts, viewers } of [one, two]) {
      const url = `/api/post/${secretPosts[0]}`;
      const { json } = await t.call('GET', `${url}/comments`, { as: viewers.ADMIN });
      expect(json.comments).toEqual([
        expect.objectContaining({ writerNickname: '익명1', likes: 1, countChildren: 2 }),
        expect.objectContaining({ writerNickname: '글쓴이', edited: true }),
        expect.objectContaining({ writerNickname: '익명', deleted: true, countChildren: 1 }),
      ]);
      const { dto } = (await t.call('GET', url, { as: viewers.ADMIN })).json;
      expect(dto).toMatchObject({ writerNickname: '익명', writerId: null, likeCount: 8 });
      expect(dto.viewCount).toBe(1 + 1);
      expect(dto.imageUrls).toMatch(/^\/files\//);
    }
  });

  it.each(Object.keys(READS))(
    '%s does not depend on the author for any role [ANON-07, ANON-12]',
    async (call) => {
      for (const role of rolesOf(call, READS)) {
        const first = await read(one, role, READS[call]?.(one) ?? []);
        const second = await read(two, role, READS[call]?.(two) ?? []);
        expect(first.length, role).toBeGreaterThan(0);
        expect(second, role).toEqual(first);
      }
    },
  );

  it.each(ROLES)(
    'the pages of a %s come with nothing that depends on the author [ANON-07, UI-660]',
    async (role) => {
      const readPages = async (world: AnonymityWorld) => {
        const as = await world.t.signInAs(world.viewers[role]);
        const responses: unknown[] = [];
        for (const address of pagesOf(world)) {
          const { text, ...answer } = await openPage(world.t, address, as);
          expect(text, address).toContain('id="first-data"');
          const shown = { ...answer, text: text.replace(/(?<="session":")[^"]+/, 'SESSION') };
          responses.push([plain(world, address), comparable(world, shown)]);
        }
        return responses;
      };
      expect(await readPages(two)).toEqual(await readPages(one));
    },
  );

  it('pages say to a guest of a secret item what they say of none, whoever wrote it [ANON-07, HEAD-12]', async () => {
    const readPages = async (world: AnonymityWorld) => {
      await storeSetting(world.t, 'linkTitles', 'true');
      const pages: string[] = [];
      for (const address of pagesOf(world)) {
        const { text } = await world.t.call('GET', address);
        pages.push(plain(world, `${address} ${text}`));
        const [, id] = /post\/(\d+)$/.exec(address) ?? [];
        if (id === undefined) continue;
        const missing = await world.t.call('GET', address.replace(id, '7777777'));
        expect(missing.text.replace('post/7777777', `post/${id}`), address).toBe(text);
      }
      return pages;
    };
    expect(await readPages(two)).toEqual(await readPages(one));
  });

  it.each(ROLES)('the feeds of a %s have nothing of them [ANON-07, FEED-03]', async (role) => {
    const readFeeds = async (world: AnonymityWorld) => {
      const as = await world.t.signInAs(world.viewers[role]);
      const texts: string[] = [];
      for (const kind of FEED_KINDS) {
        const { url } = await makeFeed(world.t, as, kind);
        texts.push((await world.t.call('GET', url)).text);
        await world.t.call('DELETE', `/api/member/feeds/${kind}`, { as });
      }
      return texts;
    };
    const first = await readFeeds(one);
    expect(await readFeeds(two)).toEqual(first);
    expect(first.join()).not.toMatch(/아무도 모르게|속마음|이름 없이|하늘돛|바다책|아름등/);
  });

  it.each(['STUDENT', 'ADMIN'] as const)(
    'names that a %s blocks hide the same whoever has them [ANON-17, ANON-114]',
    async (role) => {
      const setBlocks = async (world: AnonymityWorld, blocks: boolean) => {
        const statuses: number[] = [];
        for (const { url, body } of aliasBlocks(world, blocks)) {
          // Of one minute the list is in the order of random ids.
          world.t.clock.advance(60);
          const as = await world.t.signInAs(world.viewers[role]);
          statuses.push((await world.t.call('PUT', url, { as, body })).status);
        }
        return statuses;
      };
      const readAll = async (world: AnonymityWorld) => {
        const responses = [];
        for (const urls of Object.values(READS)) {
          responses.push(await read(world, role, urls(world)));
        }
        return responses;
      };
      const first = await setBlocks(one, true);
      expect(first.filter((status) => status === 200).length).toBeGreaterThan(10);
      expect(await setBlocks(two, true)).toEqual(first);
      const hidden = await readAll(one);
      expect(JSON.stringify(hidden)).toContain(TEXTS.blockedAliasPost);
      expect(JSON.stringify(hidden)).toContain(TEXTS.blockedAliasComment);
      expect(await readAll(two)).toEqual(hidden);
      for (const world of [one, two]) await setBlocks(world, false);
    },
  );

  it.each(ROLES)('no secret response to a %s names or pictures one of the three', async (role) => {
    for (const world of [one, two]) {
      const secretReads = [
        ...world.secretPosts.flatMap((id) => [`/api/post/${id}`, `/api/post/${id}/comments`]),
        ...world.comments.map((id) => `/api/post/${id}/replies`),
        '/api/post?boardType=SECRET',
        '/api/post/SECRET/summary',
        ...roomReads(world),
        ...chosenReads(world),
        '/api/post/like?size=50',
        '/api/post/scraps?size=50',
      ];
      const responses = JSON.stringify(await read(world, role, secretReads));
      for (const { nickname } of Object.values(PEOPLE)) expect(responses).not.toContain(nickname);
      expect(responses).not.toMatch(/haneul|bada|areum|writerId":[1-9]|@g\.kmou/);
    }
  });

  it('anonymous posts of open boards say so, have numbers and are not found by their writer [ANON-60, ANON-61]', async () => {
    for (const { t, chosen, viewers, people } of [one, two]) {
      const as = await t.signInAs(viewers.ADMIN);
      const [free, question] = chosen.posts;
      const { dto } = (await t.call('GET', `/api/post/${free}`, { as })).json;
      expect(dto).toMatchObject({ anonymous: true, writerNickname: '익명', writerId: null });
      expect(dto.createdDate).toMatch(/:00\+09:00$/);
      const { json } = await t.call('GET', `/api/post/${free}/comments`, { as });
      const names = json.comments.map((one: { writerNickname: string }) => one.writerNickname);
      expect(names).toEqual(['익명1', '글쓴이']);
      const list = (await t.call('GET', '/api/post?boardType=QNA', { as })).json.pageResponse.posts;
      expect(list).toEqual([expect.objectContaining({ id: question, anonymous: true })]);
      for (const { nickname } of Object.values(people)) {
        const query = encodeURIComponent(nickname);
        const found = await t.call('GET', `/api/post?boardType=FREE&filter=writer&query=${query}`, {
          as,
        });
        const { posts, totalCount } = found.json.pageResponse;
        expect(posts).toEqual([expect.objectContaining({ writerNickname: nickname })]);
        expect(totalCount).toBe(1);
      }
    }
  });

  it('a search for writers finds no secret post [ANON-18]', async () => {
    const admin = await one.t.signIn('ADMIN');
    for (const word of [...Object.values(PEOPLE).map(({ nickname }) => nickname), '익명', '본1']) {
      const url = `/api/post?boardType=SECRET&filter=writer&query=${encodeURIComponent(word)}`;
      const { json } = await one.t.call('GET', url, { as: admin });
      expect(json.pageResponse.posts).toEqual([]);
      expect(json.pageResponse.totalCount).toBe(0);
    }
  });

  it('ids are random and times truncated to the minute [ANON-09]', async () => {
    const { posts, comments, replies } = one.chosen;
    const random = [...one.secretPosts, ...posts, ...comments, ...replies];
    expect(random.every((id) => id >= 2 ** 40)).toBe(true);
    const { json } = await two.t.call('GET', `/api/post/${two.secretPosts[0]}`, {
      as: await two.t.signInAs(two.viewers.USER),
    });
    expect(json.dto.createdDate).toMatch(/:00\+09:00$/);
  });

  it('a new name, a new picture and a withdrawal of the author change nothing [ANON-10, ANON-11]', async () => {
    const urls = [
      ...one.secretPosts.flatMap((id) => [`/api/post/${id}`, `/api/post/${id}/comments`]),
      '/api/post?boardType=SECRET',
      '/api/post/SECRET/summary',
      ...roomReads(one),
      ...chosenReads(one),
    ];
    const before = await read(one, 'ADMIN', urls);
    const { author, first } = one.authors;
    await changeMember(one.t, author.id, { nickname: '새이름', profileImageUrl: '/files/n.webp' });
    expect(await read(one, 'ADMIN', urls)).toEqual(before);
    await changeMember(one.t, first.id, { withdrawnAt: one.t.clock.now() });
    expect(await read(one, 'ADMIN', urls)).toEqual(before);
    await changeMember(one.t, first.id, { withdrawnAt: null });
    await changeMember(one.t, author.id, {
      nickname: PEOPLE.haneul.nickname,
      profileImageUrl: PEOPLE.haneul.image,
    });
  });

  it('a view by the author counts like any other [ANON-15]', async () => {
    for (const { t, secretPosts, authors, viewers } of [one, two]) {
      const url = `/api/post/${secretPosts[0]}`;
      t.clock.advance(24 * 60 * 60);
      const user = await t.signInAs(viewers.USER);
      const before = (await t.call('GET', url, { as: user })).json.dto.viewCount;
      await t.call('GET', url, { as: await t.signInAs(authors.author) });
      const { json } = await t.call('GET', url, { as: user });
      expect(json.dto.viewCount).toBe(before + 1);
    }
  });

  it('no database row links a secret item to its writer [ANON-27]', async () => {
    const { authors, secretPosts, comments, replies, picture, chosen, chosenPicture, room } = one;
    const { course } = one;
    const items = [
      ...[...chosen.posts, ...chosen.comments, ...chosen.replies, chosenPicture.slice(7, -5)],
      ...[...secretPosts, ...comments, ...replies, picture.slice(7, -5)],
      ...[...room.questions, ...room.comments, ...room.replies, course.review],
    ];
    const writers = [authors.author.id, authors.first.id, authors.second.id];
    const rows = (await readAllRows(one.t)).filter(({ values }) =>
      Object.values(values).some((value) => items.some((item) => item === value)),
    );
    const joined = rows.filter(({ values }) =>
      Object.entries(values).some(
        ([name, value]) =>
          /_(id|by)$/.test(name) &&
          // A room whose id equals some member's id.
          name !== 'lecture_id' &&
          writers.some((id) => id === value),
      ),
    );
    // Actions of readers and staff, which do not reveal the writer.
    const byReaders = ['inquiries', 'audit_entries', 'reveal_requests'];
    expect(joined.filter(({ table }) => !byReaders.includes(table))).toEqual([]);
    const exact = rows
      .filter(({ table }) => !byReaders.includes(table))
      .flatMap(({ table, values }) => Object.entries(values).map((entry) => [table, ...entry]))
      .filter(([, , value]) => /T\d\d:\d\d:(?!00[+.]|00$)/.test(String(value)));
    expect(exact).toEqual([]);
  });

  it.each(Object.keys(WRITES))('%s by any role [ANON-13]', async (call) => {
    for (const role of rolesOf(call, WRITES)) {
      const first = await write(one, role, call);
      expect(await write(two, role, call), role).toEqual(first);
    }
  });
});
