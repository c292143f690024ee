import { isOffline } from '../api/api-error.ts';
import type { Endpoint } from '../api/endpoints.ts';
import { buildUrl, type RawRequest } from '../api/send.ts';
import { readTokens, subjectOf } from '../session/tokens.ts';

/** Caches with what a member read, of every release. */
const ALL_CACHES = 'naru.answers.';
/** The id of the member follows. The number rises when a stored response changes its shape. */
const CACHE_PREFIX = `${ALL_CACHES}2.`;

/** Removes what members other than `member` have read from this device, and what earlier releases stored. */
export async function wipeResponses(member?: string): Promise<void> {
  // Without https the browser has no caches.
  if (!('caches' in window)) return;
  // A blocked storage refuses even its names, and holds nothing.
  const names = await caches.keys().catch(() => []);
  for (const name of names) {
    if (name.startsWith(ALL_CACHES) && name !== CACHE_PREFIX + member) await caches.delete(name);
  }
}

/** Calls whose responses can be read without a network. */
const STORED = new Set<string>([
  'GET /api/member/me',
  'GET /api/post',
  'GET /api/post/:id',
  'GET /api/post/:id/comments',
  'GET /api/post/:commentId/replies',
  'GET /api/post/:boardType/summary',
  'GET /api/post/:lectureId/:postId',
  'GET /api/post/lecture/:postId/comments',
  'GET /api/banners',
  'GET /api/Menu/:year/:month/:day',
  'GET /api/lecture-room/terms',
  'GET /api/lecture-room/mark',
  'GET /api/timetable/entries',
  'GET /api/timetable/plans',
  'GET /api/lecture-room/:lectureId',
  'GET /api/lecture-room/posts',
] satisfies Endpoint[]);

/** The oldest responses are evicted first: they take 1 to 3 MB, at most 30. */
export const MAX_RESPONSES = 150;
const MAX_CHARACTERS = 100_000;
const MAX_AGE_MS = 7 * 24 * 60 * 60_000;
const STORED_AT = 'x-stored-at';

type Call = { endpoint: string; request: RawRequest };

/** Browsers have caches on https (and localhost) only. */
const canStore = () => 'caches' in window;

/** The member for whom requests are made now. */
export function currentMember(): string | null {
  const tokens = readTokens();
  return tokens && (subjectOf(tokens.accessToken) || null);
}

/** The address under which a response is stored; null for calls that are not, such as searches. */
function addressOf({ endpoint, request }: Call): string | null {
  if (!STORED.has(endpoint) || request.query?.query) return null;
  return buildUrl(endpoint.slice('GET '.length), request);
}

/** Marks on anonymous posts and comments that are the reader's own. */
const MARKS = ['isAuthor', 'isLike', 'isScrapped', 'liked'] as const;

/** A device must never reveal which anonymous posts are its member's: they are stored as anybody's. */
function withoutMarks(_: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('isAuthor' in value)) return value;
  if (!('writerId' in value) || value.writerId !== null) return value;
  const marks = MARKS.filter((mark) => mark in value).map((mark) => [mark, false]);
  return { ...value, ...Object.fromEntries(marks) };
}

/** Stores a response for the `member` who asked, while that one is logged in; never throws. */
export async function storeResponse(
  call: Call,
  response: unknown,
  member = currentMember(),
): Promise<void> {
  const address = addressOf(call);
  if (address === null || member === null || member !== currentMember() || !canStore()) return;
  const text = JSON.stringify(response, withoutMarks);
  if (text.length > MAX_CHARACTERS) return;
  try {
    const cache = await caches.open(CACHE_PREFIX + member);
    const headers = { 'content-type': 'application/json', [STORED_AT]: String(Date.now()) };
    await cache.put(address, new Response(text, { headers }));
    const stored = await cache.keys();
    for (const old of stored.slice(0, Math.max(0, stored.length - MAX_RESPONSES))) {
      await cache.delete(old);
    }
  } catch {
    // A full disk or a blocked storage: without a network it cannot be read.
  }
  // The session may have ended meanwhile, here or in another tab.
  if (currentMember() !== member) await wipeResponses(currentMember() ?? undefined);
}

/**
 * The stored response of this member, for a read that failed without a network. Throws `error` otherwise, and
 * when there is none or it is older than 7 days.
 */
export async function findResponse(call: Call, error: unknown): Promise<unknown> {
  const address = addressOf(call);
  const member = currentMember();
  if (!isOffline(error) || address === null || member === null || !canStore()) throw error;
  const stored = await caches
    .open(CACHE_PREFIX + member)
    .then((cache) => cache.match(address))
    .catch(() => undefined);
  const age = Date.now() - Number(stored?.headers.get(STORED_AT) ?? 0);
  if (stored === undefined || age > MAX_AGE_MS) throw error;
  return stored.json();
}

/** Removes a response that the server refuses now, such as a post that was deleted. */
export async function removeResponse(call: Call): Promise<void> {
  const address = addressOf(call);
  const member = currentMember();
  if (address === null || member === null || !canStore()) return;
  const cache = await caches.open(CACHE_PREFIX + member).catch(() => null);
  await cache?.delete(address);
}
