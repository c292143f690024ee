import { HEAD_BOARDS } from '@naru/contract/heads';
import { makeMp4 } from '../../features/uploads/videos.fixture.ts';
import { createBanner } from '../factories/banners.ts';
import { createMemberList, saveMajor } from '../factories/member-lists.ts';
import { announceDocument, dropAnnounced } from '../factories/settings.ts';
import { createServiceKey, systemNotice } from '../factories/sources.ts';
import { BACKUP_REQUESTS } from './backup-requests.ts';
import type { Build } from './build.ts';
import { type Cells, forAll, from, MADE, type MatrixLine, OK } from './cells.ts';
import { pathsOf, type World } from './world.ts';

const INTEGRITY = '/api/admin/integrity';

const INTEGRITY_REQUESTS: Record<string, Build> = {
  'GET /api/admin/integrity': async ({ t }) => {
    const { earlier } = await t.services.integrity.getState();
    // Two, so that one of them is an earlier one.
    for (let reports = earlier.length; reports < 2; reports += 1)
      await t.services.integrity.check();
    return { url: INTEGRITY };
  },
  'POST /api/admin/integrity/run': () => ({ url: `${INTEGRITY}/run` }),
  'POST /api/admin/integrity/recount': () => ({
    url: `${INTEGRITY}/recount`,
    body: { check: 'POST_COUNTS' },
  }),
};

export const INTEGRITY_LINES: readonly { call: string; cells: Cells }[] = [
  { call: `GET ${INTEGRITY}`, cells: from('ADMIN', OK, 403) },
  { call: `POST ${INTEGRITY}/run`, cells: from('ADMIN', OK, 403) },
  { call: `POST ${INTEGRITY}/recount`, cells: from('ADMIN', OK, 403) },
];

const plain =
  (url: string, body?: unknown): Build =>
  () => ({ url, ...(body !== undefined && { body }) });

const MENU = {
  studentState: 'OPEN',
  staffState: 'CLOSED',
  studentCafeteria: { SET_MENU: ['쌀밥', '된장국'] },
  staffCafeteria: {},
};

const HEADS = Object.fromEntries(
  HEAD_BOARDS.map((board) => [
    board,
    { isRequired: false, heads: [{ id: null, name: '정보', isRetired: false }] },
  ]),
);

const VIDEO_PRESIGN = '/api/banners/video-presign?contentType=video/mp4';
const VIDEO_HEADERS = { 'content-type': 'video/mp4' };

async function presignVideo({ t }: World) {
  const as = await t.signIn('STUDENT_COUNCIL');
  const { uploadUrl, fileUrl } = (await t.call('GET', VIDEO_PRESIGN, { as })).json;
  return pathsOf({ uploadUrl, fileUrl });
}

const uploadVideo: Build = async (world, { isForged }) => {
  const { uploadUrl } = await presignVideo(world);
  const forged = uploadUrl.replace(/.(?=.{4}$)/, (one) => (one === 'A' ? 'B' : 'A'));
  return { url: isForged ? forged : uploadUrl, body: makeMp4(3), headers: VIDEO_HEADERS };
};

const video: Build = async (world) => {
  const { uploadUrl, fileUrl } = await presignVideo(world);
  await world.t.call('PUT', uploadUrl, { body: makeMp4(3), headers: VIDEO_HEADERS });
  return { url: fileUrl };
};

/** A day with dishes in every corner. */
const fullMenu =
  (url: string): Build =>
  async ({ t, byRole }) => {
    const student = { SET_MENU: ['쌀밥'], WESTERN: ['돈까스'], SNACK: ['김밥'], RAMEN: ['라면'] };
    const staff = { BREAKFAST: ['죽'], LUNCH: ['비빔밥'], DINNER: ['국수'] };
    const states = { studentState: 'OPEN', staffState: 'OPEN' };
    const body = { ...states, studentCafeteria: student, staffCafeteria: staff };
    await t.call('PUT', '/api/admin/menus/2026-11-24', { as: byRole.ADMIN, body });
    return { url };
  };

const LISTS = '/api/admin/member-lists';
let lists = 0;
const newListName = () => {
  lists += 1;
  return `명단 ${lists}`;
};
const onMemberList =
  (body?: () => object): Build =>
  async ({ t, student, byRole }) => ({
    url: `${LISTS}/${await createMemberList(t, byRole.MANAGER, newListName(), [student])}`,
    ...(body && { body: body() }),
  });

export const CONSOLE_REQUESTS: Record<string, Build> = {
  ...INTEGRITY_REQUESTS,
  ...BACKUP_REQUESTS,
  'GET /api/Menu/:year/:month/:day': fullMenu('/api/Menu/2026/11/24'),
  'GET /api/menu/:year/:month/:day': fullMenu('/api/menu/2026/11/24'),
  'GET /api/admin/stats': plain('/api/admin/stats?range=weekly'),
  'GET /api/admin/today-posts': plain('/api/admin/today-posts'),
  'GET /api/admin/today-comments': plain('/api/admin/today-comments'),
  'GET /api/banners/all': plain('/api/banners/all'),
  'GET /api/banners/video-presign': plain(VIDEO_PRESIGN),
  'PUT /files/video-upload/:token': uploadVideo,
  'GET /files/videos/:name': video,
  'POST /api/banners': plain('/api/banners', [
    { bannerType: 'NORMAL', title: '축제', content: '5월', targetUrl: null, displayOrder: 0 },
  ]),
  'DELETE /api/banners/:id': async ({ t }) => ({ url: `/api/banners/${await createBanner(t)}` }),
  'GET /api/admin/menus': plain('/api/admin/menus?from=2026-11-16'),
  'PUT /api/admin/menus/:date': plain('/api/admin/menus/2026-11-20', MENU),
  'PUT /api/admin/menus': plain('/api/admin/menus', { days: [{ date: '2026-11-20', ...MENU }] }),
  'POST /api/admin/menus/import': plain('/api/admin/menus/import', {
    csv: '날짜,식당,구분,메뉴\n2026-11-21,학생식당,휴무,',
    preview: false,
  }),
  'POST /api/admin/lectures/import': plain('/api/admin/lectures/import', {
    csv: '강의명,학년,학기,교수\n확률과 통계,2,1,윤슬',
    preview: false,
  }),
  'POST /api/admin/documents/:document': async ({ t }) => {
    const basedOn = await dropAnnounced(t, 'terms');
    const body = { content: '새 약관', note: '시험', basedOn };
    const rest = { asksConsent: false, change: 'MINOR', effectiveOn: null };
    return { url: '/api/admin/documents/terms', body: { ...body, ...rest } };
  },
  'DELETE /api/admin/documents/:document/upcoming': async ({ t }) => {
    const basedOn = await announceDocument(t, 'terms');
    return { url: `/api/admin/documents/terms/upcoming?basedOn=${basedOn}` };
  },
  'GET /api/admin/identity': plain('/api/admin/identity'),
  'PUT /api/admin/identity': plain('/api/admin/identity', {
    siteName: '누리',
    shortName: '',
    universityName: '한빛대학교',
    departmentName: '컴퓨터공학과',
    officeName: '학과사무실',
    color: '#7a1f3d',
    logoUrl: '',
  }),
  'GET /api/admin/audiences': async (world, cell) => {
    await onMemberList()(world, cell);
    await saveMajor(world.t, world.student);
    return { url: '/api/admin/audiences' };
  },
  'GET /api/admin/member-lists/:id': onMemberList(),
  'POST /api/admin/member-lists': () => ({ url: LISTS, body: { name: newListName() } }),
  'PUT /api/admin/member-lists/:id': onMemberList(() => ({ name: newListName() })),
  'DELETE /api/admin/member-lists/:id': onMemberList(),
  'GET /api/admin/site-notice': plain('/api/admin/site-notice'),
  'PUT /api/admin/site-notice': plain('/api/admin/site-notice', {
    isOn: true,
    text: '오늘 밤 점검이 있습니다.',
    url: '',
    level: 'INFO',
    audience: 'ALL',
    startsAt: null,
    endsAt: null,
  }),
  'GET /api/admin/read-only': plain('/api/admin/read-only'),
  'PUT /api/admin/read-only': plain('/api/admin/read-only', { reason: '서버를 옮깁니다.' }),
  'DELETE /api/admin/read-only': plain('/api/admin/read-only'),
  'GET /api/admin/settings': plain('/api/admin/settings'),
  'PUT /api/admin/settings': plain('/api/admin/settings', {
    directMessage: 'locked',
    studyRoomMenu: 'open',
    quickLinks: [1, 2, 3, 4].map((n) => ({ label: `바로 가기 ${n}`, url: 'https://example.com/' })),
    footer: { about: '소개', contact: '학부사무실', email: 'office@example.com' },
    footerLinks: [{ label: '홈페이지', url: 'https://example.com/' }],
    blindAfter: 5,
    anonymousBoards: ['FREE'],
    staffSecondFactor: false,
    linkTitles: false,
    petitions: { threshold: 30, collectDays: 30, answerDays: 14, addressees: ['OFFICE'] },
    heads: HEADS,
  }),
};

const KEYS = '/api/admin/service-keys';
const NOTICES = '/api/system/notices';

export const SERVICE_KEY_REQUESTS: Record<string, Build> = {
  'GET /api/admin/service-keys': async ({ t, byRole }) => {
    await createServiceKey(t, byRole.ADMIN);
    return { url: KEYS };
  },
  'POST /api/admin/service-keys': () => ({ url: KEYS, body: { name: '학과 홈페이지' } }),
  'DELETE /api/admin/service-keys/:id': async ({ t, byRole }) => ({
    url: `${KEYS}/${(await createServiceKey(t, byRole.ADMIN)).id}`,
  }),
  'POST /api/system/notices': ({ service }, { variant }) => ({
    url: NOTICES,
    body: systemNotice({ attachments: [{ name: '신청서.hwp', url: '/files/1' }] }),
    ...(variant !== undefined && { headers: service.headers }),
  }),
};

export const SERVICE_KEY_MATRIX: readonly MatrixLine[] = [
  { call: `GET ${KEYS}`, cells: from('ADMIN', OK, 403) },
  { call: `POST ${KEYS}`, cells: from('ADMIN', MADE, 403) },
  { call: `DELETE ${KEYS}/:id`, cells: from('ADMIN', OK, 403) },
  // A member's token opens nothing there, whatever its role; a key does.
  { call: `POST ${NOTICES}`, cells: forAll(401) },
  { call: `POST ${NOTICES}`, variant: 'with a service key', cells: forAll(MADE) },
];
