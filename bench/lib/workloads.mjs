import { wordsFor } from './content/fill.mjs';
import { frequentPair } from './content/words.mjs';

/** The posts that are read and commented on: the newest, as far as a number of pages goes. */
const NEWEST = 2_000;

/** What an installation has to read: ids of its newest posts and its last page. */
export async function readableOf({ query }) {
  const newest = await listIds(query, `board_type = 'FREE'`);
  const discussed = await listIds(query, `board_type = 'FREE' and comment_count between 10 and 60`);
  const [{ last }] = await query(
    `select greatest(0, (post_count - 1) / 10) as last from board_counters where board_type = 'FREE'`,
  );
  return { newest, discussed, lastPage: last };
}

async function listIds(query, condition) {
  const rows = await query(
    `select id::integer from posts where ${condition} order by created_at desc limit ${NEWEST}`,
  );
  return rows.map(({ id }) => id);
}

/** Members may search 30 times a minute, and all of them together not longer than this in each round. */
const SEARCH_SECONDS = 1;
/** They may comment 30 times a minute. */
const COMMENT_SECONDS = 3;

/**
 * The measured workloads; `request` makes one request of a connection. A workload that is measured the first time
 * must not come from memory.
 */
export async function workloadsOn(installation) {
  const { people } = installation;
  const { newest, discussed, lastPage } = await readableOf(installation);
  const { sentences } = wordsFor();
  const get = (name, path) => ({
    name,
    request: (draw) => asMember(anyOf(people, draw()), { path: path(draw) }),
  });
  const queue = { turn: 0 };
  const search = {
    mostSeconds: SEARCH_SECONDS,
    request: (draw, place) =>
      asMember(nextOf(people, place), { path: searchPath('title', frequentPair(sentences, draw)) }),
  };
  return [
    get('list', () => '/api/post?boardType=FREE'),
    get('last page', () => `/api/post?boardType=FREE&page=${lastPage}`),
    get('detail', (draw) => `/api/post/${anyOf(newest, draw() ** 2)}`),
    get('comments', (draw) => `/api/post/${anyOf(discussed, draw() ** 2)}/comments`),
    get('notifications', () => '/api/member/my-notices'),
    { ...search, name: 'title search' },
    { ...search, name: 'title search, first time', isFirstTime: true },
    {
      name: 'comment written',
      mostSeconds: COMMENT_SECONDS,
      request: (draw) => commentOf(people, newest, draw, queue),
    },
  ];
}

export const searchPath = (filter, text) =>
  `/api/post?boardType=FREE&filter=${filter}&query=${encodeURIComponent(text)}`;

/** The element of a list at a share of its length, from 0 to below 1. */
export const anyOf = (list, share) => list[Math.floor(share * list.length)];

/** Members may comment once a second, so each request is of the member who has waited longest. */
function commentOf(people, posts, draw, queue) {
  const request = writeComment(people[0], anyOf(posts, draw()), draw);
  return {
    ...request,
    setupRequest: (sent) => {
      const { headers } = asMember(people[queue.turn++ % people.length], request);
      return { ...sent, headers: { ...sent.headers, ...headers } };
    },
  };
}

/** Each connection has its own members, and takes them in turn. */
function nextOf(people, place) {
  const own = people.filter((_, n) => n % place.of === place.index);
  place.turn += 1;
  return own[place.turn % own.length];
}

export function writeComment(person, post, draw) {
  return asMember(person, {
    method: 'POST',
    path: `/api/post/${post}/comments`,
    body: { content: `${draw()} 좋은 정보 감사합니다` },
  });
}

/** A request of a member to Naru, or to the limit server, which has no sessions. */
export function asMember({ id, authorization }, { method = 'GET', path, body }) {
  return {
    method,
    path,
    headers: {
      authorization,
      'x-member': String(id),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  };
}
