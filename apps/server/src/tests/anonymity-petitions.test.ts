import { PETITION_TABS } from '@naru/contract/choices';
import { FEED_KINDS } from '@naru/contract/feeds';
import { ROLES } from '@naru/contract/roles';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openEvent } from '../domain/live/live-events.ts';
import { prove } from '../features/account/account.fixture.ts';
import { readEvents } from '../testing/factories/events.ts';
import { makeFeed } from '../testing/factories/feeds.ts';
import { createMember } from '../testing/factories/members.ts';
import { answerPetition, createPetition, signPetition } from '../testing/factories/petitions.ts';
import { createWebRoot, openPage } from '../testing/opened-pages.ts';
import { createTestApp, type SignedIn, type TestApp } from '../testing/test-app.ts';
import { unzip } from '../testing/unzip.ts';

/*
 * Two worlds that differ only in who signed: in one the first of two members signs a petition and takes the
 * signature under another one back, in the other the second does. Everybody else sees, gets and exports the same.
 */

interface World {
  t: TestApp;
  readers: SignedIn[];
  /** The two who may have signed. */
  pair: [SignedIn, SignedIn];
  petitions: number[];
}

let web: Awaited<ReturnType<typeof createWebRoot>>;
let worlds: [World, World];
beforeAll(async () => {
  web = await createWebRoot();
  worlds = [await build(0), await build(1)];
});
afterAll(async () => {
  for (const { t } of worlds) await t.close();
  await web.remove();
});

async function build(signing: 0 | 1): Promise<World> {
  const t = await createTestApp({ webRoot: web.path });
  const join = async (role: (typeof ROLES)[number], name: string) => {
    const values = { username: name, email: `${name}@example.org`, nickname: name, name };
    const member = await t.signInAs(await createMember(t.db, role, values));
    await t.services.live.place(member.id);
    return member;
  };
  const readers: SignedIn[] = [];
  for (const role of ROLES) readers.push(await join(role, `r${ROLES.indexOf(role)}`));
  const author = await join('STUDENT', 'author');
  const pair: World['pair'] = [await join('STUDENT', 'left'), await join('STUDENT', 'right')];
  const signer = pair[signing] as SignedIn;
  const open = await createPetition(t, author, { title: '모으는 청원', threshold: 9 });
  const taken = await createPetition(t, author, { title: '취소한 청원', threshold: 9 });
  const owed = await createPetition(t, author, { title: '답한 청원', threshold: 1 });
  for (const id of [open, taken, owed]) await signPetition(t, signer, id);
  const body = { signed: false };
  await t.call('PUT', `/api/petitions/${taken}/signature`, { as: signer, body });
  // Both are there on the day.
  for (const as of pair) await t.call('GET', `/api/petitions/${open}`, { as });
  await t.services.events.drain();
  const staff = readers.find(({ roles }) => roles.includes('MANAGER')) as SignedIn;
  await answerPetition(t, staff, owed);
  await t.services.events.drain();
  t.clock.advance(4 * 60 * 60);
  await t.services.notifications.sendNotifications();
  return { t, readers: [...readers, author], pair, petitions: [open, taken, owed] };
}

const readsOf = ({ pair, petitions }: World) => [
  ...PETITION_TABS.map((tab) => `/api/petitions?tab=${tab}`),
  ...petitions.flatMap((id) => [
    `/api/petitions/${id}`,
    `/api/post/${id}`,
    `/api/post/${id}/comments`,
    `/api/post/${id}/around?boardType=PETITION`,
  ]),
  ...pair.map(({ id }) => `/api/member/summary/${id}`),
  '/api/post?boardType=PETITION',
  '/api/post/PETITION/summary',
  `/api/search?query=${encodeURIComponent('청원')}`,
  `/api/petitions/similar?title=${encodeURIComponent('모으는 청원')}`,
  '/api/board/news',
  '/api/member/me',
  '/api/member/my-notices?all=true',
  ...[
    'audit',
    'work',
    'stats',
    'reports',
    'today-posts',
    'integrity',
    'search-users?query=left',
  ].map((name) => `/api/admin/${name}`),
];
const PAGES = ['/main', '/main/petitions', '/main/petitions?tab=answered'];

/** Values that every run has. */
const plain = (text: string) =>
  text
    .replace(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g, 'UUID')
    .replace(/"requestId":"[^"]+"/g, '"requestId":""')
    .replace(/(?<="session":")[^"]+/g, 'SESSION')
    .replace(/"(uptime|free)":\d+/g, '"$1":0');

/** What a reader, the same of both worlds, finds by `look`. */
async function seenBy(world: World, look: (as: SignedIn) => Promise<string>): Promise<string[]> {
  const found: string[] = [];
  for (const reader of world.readers) found.push(plain(await look(await world.t.signInAs(reader))));
  return found;
}

const LOOKS: [string, (world: World) => (as: SignedIn) => Promise<string>][] = [
  [
    'calls',
    (world) => async (as) => {
      const texts: string[] = [];
      for (const url of readsOf(world)) {
        const { status, text } = await world.t.call('GET', url, { as });
        expect(status, url).not.toBe(404);
        texts.push(`${url} ${status} ${text}`);
      }
      return texts.join('\n');
    },
  ],
  [
    'pages',
    ({ t, petitions }) =>
      async (as) => {
        const posts = petitions.map((id) => `/main/community/petition/post/${id}`);
        const pages = [...PAGES, ...posts].map((address) => openPage(t, address, as));
        return (await Promise.all(pages)).map(({ text }) => text).join('\n');
      },
  ],
  [
    'feeds',
    ({ t }) =>
      async (as) => {
        const texts: string[] = [];
        for (const kind of FEED_KINDS) {
          const { url } = await makeFeed(t, as, kind);
          texts.push((await t.call('GET', url)).text);
        }
        return texts.join('\n');
      },
  ],
  [
    'live events',
    ({ t }) =>
      async (as) =>
        JSON.stringify((await readEvents(t, as)).map(({ payload }) => openEvent(t.seal, payload))),
  ],
  [
    'the own export',
    ({ t }) =>
      async (as) => {
        await prove(t, as);
        const { rawPayload } = await t.app.inject({
          url: '/api/member/export',
          headers: as.headers,
        });
        return String(unzip(rawPayload).get('export.json'));
      },
  ],
];

it.each(LOOKS)(
  '%s of everybody else do not depend on who signed [PETI-04]',
  async (_name, look) => {
    const [first, second] = worlds;
    const seen = await seenBy(first, look(first));
    expect(seen.join().length).toBeGreaterThan(100);
    expect(await seenBy(second, look(second))).toEqual(seen);
  },
);

it('the signer alone learns of the own signature, and of the answer [PETI-04, PETI-09]', async () => {
  for (const [place, { t, pair, petitions }] of worlds.entries()) {
    const marks = await Promise.all(
      pair.map(async (one) => {
        const as = await t.signInAs(one);
        const read = (id: number) => t.call('GET', `/api/petitions/${id}`, { as });
        const all = await Promise.all(petitions.map(read));
        const { json } = await t.call('GET', '/api/member/my-notices', { as });
        return [...all.map(({ json: { petition } }) => petition.isSigned), json.notices.length];
      }),
    );
    const signed = [true, false, true, 1];
    const other = [false, false, false, 0];
    expect(marks).toEqual(place === 0 ? [signed, other] : [other, signed]);
  }
});
