import { type BoardType, FOLLOWED_BOARDS, findBoard } from './boards.ts';
import { type FirstCall, nameOfCall } from './first-data.ts';
import { imageVariantUrl } from './images.ts';
import { PAGE_LIMITS } from './page-limits.ts';
import { canAnswerQuestions, type Role } from './roles.ts';

const get = (url: string): FirstCall => ({ method: 'GET', url });

const ME = get('/api/member/me');
const CONSENTS = get('/api/member/consents');
const TERMS = get('/api/lecture-room/terms');
const BANNERS = get('/api/banners');
const postCall = (id: string) => get(`/api/post/${id}`);
const EVERYWHERE = [ME, CONSENTS];

/** Boards whose posts the dashboard shows. */
const ON_DASHBOARD: readonly BoardType[] = [
  ...(['NOTICE', 'NOTICE_SC', 'NOTICE_UNIV', 'NOTICE_DEPT'] as const),
  ...(['QNA', 'FREE', 'SECRET', 'REVIEW', 'MARKET', 'POPULAR'] as const),
];
const SUMMARIES: FirstCall = {
  method: 'POST',
  url: '/api/post/summary-multi',
  body: JSON.stringify({ types: ON_DASHBOARD, pageSize: PAGE_LIMITS.carouselSize }),
};

/** Where a member is led there, too. */
const DASHBOARD = /^\/(?:main\/?)?$/;
const LIST = /^\/main\/community\/([a-z_]+)\/?(?:\?page=([1-9]\d{0,4}))?$/i;
const POST = /^\/main\/community\/([a-z_]+)\/post\/([1-9]\d{0,15})\/?(?:\?page=\d{1,5})?$/i;

/**
 * What the web app asks for first on a page of a member, as far as the address says it. A test of the web app
 * compares the calls with those that it makes.
 *
 * @param today the day in Seoul, as `2026-11-30`
 */
export function firstCalls(address: string, today: string): FirstCall[] {
  if (DASHBOARD.test(address)) {
    const meals = get(`/api/Menu/${today.replaceAll('-', '/')}`);
    return [...EVERYWHERE, SUMMARIES, TERMS, meals, BANNERS];
  }
  const [, listed = '', page = '1'] = LIST.exec(address) ?? [];
  const board = findBoard(listed);
  if (board) {
    const { type } = board;
    const list = `/api/post?boardType=${type}&page=${Number(page) - 1}&size=${PAGE_LIMITS.postPageSize}`;
    const follows = FOLLOWED_BOARDS.includes(type) ? [get('/api/member/follows')] : [];
    return [...EVERYWHERE, get(list), ...follows];
  }
  const [, slug = '', id] = POST.exec(address) ?? [];
  const ofPost = findBoard(slug);
  if (ofPost && id !== undefined) {
    return [
      ...EVERYWHERE,
      postCall(id),
      get(`/api/post/${id}/comments?sort=oldest`),
      get(`/api/post/${id}/around?boardType=${ofPost.type}`),
    ];
  }
  return address.startsWith('/main') ? EVERYWHERE : [];
}

interface Known {
  meDto?: { roles?: readonly Role[]; mustReadCount?: number };
  current?: { year: number; semester: number };
}

/**
 * What a page asks for once it has the responses of the first calls.
 *
 * @param read the response of one of them; undefined if there is none
 */
export function furtherCalls(address: string, read: (name: string) => unknown): FirstCall[] {
  if (!DASHBOARD.test(address)) return [];
  const { meDto } = (read(nameOfCall(ME)) ?? {}) as Known;
  const { current: term } = (read(nameOfCall(TERMS)) ?? {}) as Known;
  return [
    ...(term ? [get(`/api/lecture-room/mark?year=${term.year}&semester=${term.semester}`)] : []),
    ...(meDto?.mustReadCount ? [get('/api/member/must-reads')] : []),
    ...(canAnswerQuestions(meDto?.roles ?? [])
      ? [get('/api/lecture-room/waiting?page=0&size=20')]
      : []),
  ];
}

interface Shown {
  normalBanners?: { imageUrl: string | null }[];
  dto?: { content?: string };
}
/** How much of a post's text, in characters of its HTML, is about a screen of a phone. */
const FIRST_SCREEN = 1_500;
/** Stored texts write their attributes in double quotes. */
const PICTURE = /<img [^>]*?src="(\/files\/[\w.-]+)"/;

/**
 * The first picture of a page, as the web app requests it: browsers then load it together with the code. Null when it
 * is far below. `media` limits it to screens that show this size.
 *
 * @param read the response of one of the first calls; undefined if there is none
 */
export function firstPicture(
  address: string,
  read: (name: string) => unknown,
): { url: string; media?: string } | null {
  const shownBy = (call: FirstCall) => (read(nameOfCall(call)) ?? {}) as Shown;
  if (DASHBOARD.test(address)) {
    const url = shownBy(BANNERS).normalBanners?.[0]?.imageUrl;
    return url ? { url: imageVariantUrl(url, 'thumb'), media: '(max-width: 767px)' } : null;
  }
  const id = POST.exec(address)?.[2];
  if (id === undefined) return null;
  const { content = '' } = shownBy(postCall(id)).dto ?? {};
  const [, url] = PICTURE.exec(content.slice(0, FIRST_SCREEN)) ?? [];
  return url === undefined ? null : { url: imageVariantUrl(url, 'medium') };
}
