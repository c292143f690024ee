import { addSeconds, kstDay, toKst } from '../../platform/clock.ts';
import { closePetition, createOwedPetition, createPetition } from '../factories/petitions.ts';
import { createPost, voteBody } from '../factories/posts.ts';
import { changeSourceRow, sourceBody } from '../factories/sources.ts';
import type { TestApp } from '../test-app.ts';
import type { Build } from './build.ts';

const SOURCES = '/api/admin/sources';

const stored: Build = async ({ t, byRole }) => {
  const body = sourceBody();
  const { json } = await t.call('POST', SOURCES, { as: byRole.ADMIN, body });
  return { url: `${SOURCES}/${json.id}`, body };
};

/** Calls on pages of others. */
const SOURCE_REQUESTS: Record<string, Build> = {
  'GET /dev/school/:page': () => ({ url: '/dev/school/board.html' }),
  'GET /api/admin/sources': async (world, cell) => {
    await stored(world, cell);
    return { url: SOURCES };
  },
  'GET /api/admin/sources/:id': async (world, cell) => ({
    url: (await stored(world, cell)).url,
  }),
  // Refused before any request: tests use no network.
  'POST /api/admin/sources/dry-run': () => ({
    url: `${SOURCES}/dry-run`,
    body: { ...sourceBody(), url: 'http://127.0.0.1/calendar.ics' },
  }),
  'POST /api/admin/sources/recognise': () => ({
    url: `${SOURCES}/recognise`,
    body: { url: 'http://127.0.0.1/calendar.ics' },
  }),
  'POST /api/admin/sources': () => ({ url: SOURCES, body: sourceBody() }),
  'PUT /api/admin/sources/:id': stored,
  'DELETE /api/admin/sources/:id': async (world, cell) => ({
    url: (await stored(world, cell)).url,
  }),
  'POST /api/admin/sources/:id/run': async (world, cell) => ({
    url: `${(await stored(world, cell)).url}/run`,
  }),
  'PUT /api/admin/sources/:id/menu-move': async (world, cell) => {
    const { url } = await stored(world, cell);
    const move = { by: 1, from: '2026-11-24', to: '2026-11-28', hash: 'moved' };
    const menuMove = { ...move, choice: null };
    await changeSourceRow(world.t, Number(url.split('/').at(-1)), { menuMove });
    return { url: `${url}/menu-move`, body: { hash: move.hash, store: false } };
  },
  'PUT /api/admin/sources/:id/enabled': async (world, cell) => ({
    url: `${(await stored(world, cell)).url}/enabled`,
    body: { enabled: false },
  }),
};

let counter = 0;
const unique = (prefix: string) => {
  counter += 1;
  return `${prefix}${counter}`;
};

const pastedNotice = (number: number | string) => ({
  boardType: 'NOTICE_UNIV',
  title: '수강 신청 안내',
  content: '<p>안내</p>',
  targetUrl: `https://example.com/notice/${number}`,
});

const changePasted: Build = async ({ t, byRole }) => {
  const body = pastedNotice(unique('change'));
  const { id } = (await t.call('POST', '/api/admin/notices', { as: byRole.ADMIN, body })).json;
  return { url: `/api/admin/notices/${id}`, body };
};

const mustRead: Build = async ({ t, other }, { variant }) => {
  const { id } = (
    await t.call('POST', '/api/post/post-up', {
      as: other,
      body: {
        ...scheduleBody(t).post,
        ...{ mustRead: {}, groups: variant === 'for groups' ? ['LEAVE'] : [] },
      },
    })
  ).json;
  return { url: `/api/post/${id}/must-read` };
};

const pin: Build = async ({ t, byRole }) => ({
  url: `/api/post/${await createPost(t, byRole.STUDENT_COUNCIL, { boardType: 'NOTICE_SC' })}/pin`,
  body: { until: kstDay(t.clock.now()) },
});

const scheduleBody = ({ clock }: TestApp) => ({
  post: {
    ...{ boardType: 'NOTICE_SC', title: unique('예약 '), content: '<p>안내</p>' },
    ...{ imageUrls: null, attachments: [] },
  },
  publishAt: toKst(addSeconds(clock.now(), 86_400)),
});

const SCHEDULED = '/api/admin/scheduled-notices';
const scheduled: Build = async ({ t, byRole }) => {
  const { json } = await t.call('POST', SCHEDULED, { as: byRole.ADMIN, body: scheduleBody(t) });
  return { url: `${SCHEDULED}/${json.id}` };
};

/** Calls on copied, scheduled and pinned notices. */
export const NOTICE_REQUESTS: Record<string, Build> = {
  'POST /api/admin/notices': () => ({ url: '/api/admin/notices', body: pastedNotice(1) }),
  'PUT /api/admin/notices/:id': changePasted,
  'GET /api/admin/notice-reach': () => ({
    url: '/api/admin/notice-reach?boardType=NOTICE_SC&years=3,4',
  }),
  'GET /api/admin/scheduled-notices': async (world, cell) => {
    await scheduled(world, cell);
    return { url: SCHEDULED };
  },
  'POST /api/admin/scheduled-notices': ({ t }) => ({ url: SCHEDULED, body: scheduleBody(t) }),
  'GET /api/admin/scheduled-notices/:id': scheduled,
  'PUT /api/admin/scheduled-notices/:id': async (world, cell) => ({
    ...(await scheduled(world, cell)),
    body: scheduleBody(world.t),
  }),
  'POST /api/admin/scheduled-notices/:id/publish': async (world, cell) => ({
    url: `${(await scheduled(world, cell)).url}/publish`,
  }),
  'DELETE /api/admin/scheduled-notices/:id': scheduled,
  'GET /api/member/must-reads': async (world, cell) => {
    await mustRead(world, cell);
    return { url: '/api/member/must-reads' };
  },
  'POST /api/post/:id/must-read/confirm': async (world, cell) => ({
    url: `${(await mustRead(world, cell)).url}/confirm`,
    body: { round: 1 },
  }),
  'GET /api/post/:id/must-read': mustRead,
  'POST /api/post/:id/must-read/remind': async (world, cell) => ({
    url: `${(await mustRead(world, cell)).url}/remind`,
  }),
  'GET /api/post/:id/must-read/export': async (world, cell) => ({
    url: `${(await mustRead(world, cell)).url}/export`,
  }),
  ...SOURCE_REQUESTS,
  'PUT /api/post/:id/pin': pin,
  'DELETE /api/post/:id/pin': pin,
};

const POLL = { options: ['국밥', '파전'], maxChoices: 1, isAnonymous: false };
const VOTE = voteBody(POLL, 0);

const poll: Build = async ({ t, other }) => ({
  url: `/api/post/${await createPost(t, other, { poll: POLL })}/poll`,
});

const onPetition =
  (suffix: string, body?: unknown): Build =>
  async ({ t }, { owner }) => ({
    url: `/api/petitions/${await createPetition(t, owner)}${suffix}`,
    ...(body !== undefined && { body }),
  });

/** Calls on petitions; an answer is for one that somebody has signed. */
const PETITION_REQUESTS: Record<string, Build> = {
  'GET /api/petitions': async ({ t, other }) => {
    await createPetition(t, other);
    return { url: '/api/petitions' };
  },
  'GET /api/petitions/rules': () => ({ url: '/api/petitions/rules' }),
  'GET /api/petitions/similar': async ({ t, other }) => {
    await createPetition(t, other, { title: '세미나실 개방 시간' });
    return { url: `/api/petitions/similar?title=${encodeURIComponent('세미나실 개방')}` };
  },
  'GET /api/petitions/:id': onPetition(''),
  'POST /api/petitions': () => ({
    url: '/api/petitions',
    body: {
      title: '사물함을 늘려 주세요',
      content: '<p>자리가 모자랍니다.</p>',
      addressee: 'OFFICE',
      isConfirmed: true,
    },
  }),
  'PUT /api/petitions/:id/signature': onPetition('/signature', { signed: true }),
  'POST /api/petitions/:id/withdraw': onPetition('/withdraw'),
  'POST /api/petitions/:id/close': onPetition('/close', { reason: '이미 이루어졌습니다.' }),
  'POST /api/petitions/:id/redact': async ({ t, other, byRole }) => {
    const id = await createPetition(t, other);
    await closePetition(t, byRole.ADMIN, id);
    return { url: `/api/petitions/${id}/redact`, body: { answerId: null, reason: '욕설' } };
  },
  'POST /api/petitions/:id/answer': async ({ t, other, student }) => ({
    url: `/api/petitions/${await createOwedPetition(t, { author: other, signer: student })}/answer`,
    body: { content: '다음 학기부터 늘리겠습니다.', amends: null },
  }),
};

/** Calls on petitions, and on the poll of a post, in which everybody has voted who may where its results are needed. */
export const POLL_REQUESTS: Record<string, Build> = {
  'GET /api/post/:id/poll': poll,
  'PUT /api/post/:id/poll/vote': async (world, cell) => ({
    url: `${(await poll(world, cell)).url}/vote`,
    body: VOTE,
  }),
  'GET /api/post/:id/poll/voters': async (world, cell) => {
    const { url } = await poll(world, cell);
    const { t, byRole, student } = world;
    for (const as of [...Object.values(byRole), student]) {
      await t.call('PUT', `${url}/vote`, { as, body: VOTE });
    }
    return { url: `${url}/voters?option=0` };
  },
  ...PETITION_REQUESTS,
};
