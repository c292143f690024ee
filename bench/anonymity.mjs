import { setTimeout as delay } from 'node:timers/promises';
import { install } from './lib/installation.mjs';
import { median } from './lib/numbers.mjs';
import { printTable } from './lib/rows.mjs';
import { numbersFrom, runBench } from './lib/run-bench.mjs';
import { tellApart } from './lib/tell-apart.mjs';

/*
 * Whether the time of a response reveals who wrote something anonymous: a friend of all viewers, or a member
 * whom they blocked. Both write the same items in turns; each call is sent to an item of one or the other,
 * in random order.
 */
const POSTS = 2_000;
/** Of each author, within the limit of posts. */
const ITEMS = 9;
/** Many, as reads, searches and refusals of each are limited per minute. */
const VIEWERS = 400;
/** Longer than the pause that members have to make between two comments. */
const PAUSE_MS = 1_100;

const CALLS = {
  'GET /api/post/:id': ({ post }) => ['GET', `/api/post/${post}`],
  'GET /api/post/:id/comments': ({ post }) => ['GET', `/api/post/${post}/comments`],
  'GET /api/post/:commentId/replies': ({ comment }) => ['GET', `/api/post/${comment}/replies`],
  'GET /api/comment/:id/location': ({ comment }) => ['GET', `/api/comment/${comment}/location`],
  'GET /api/post/:id/around': ({ post }) => ['GET', `/api/post/${post}/around?boardType=SECRET`],
  'GET /api/post/:id/poll': ({ post }) => ['GET', `/api/post/${post}/poll`],
  'DELETE /api/post/:id, refused': ({ post }) => ['DELETE', `/api/post/${post}`],
  'DELETE /api/comment/:id, refused': ({ comment }) => ['DELETE', `/api/comment/${comment}`],
  'GET /api/post, writers by nickname': ({ nickname }) => [
    'GET',
    `/api/post?boardType=SECRET&filter=writer&query=${encodeURIComponent(nickname)}`,
  ],
};

const percent = (share) => `${(share * 100).toFixed(1)} %`;

await runBench(async (temp) => {
  const { requests } = numbersFrom(process.argv.slice(2), { requests: 2_000 }, { requests: 40 });
  const { server, people, query } = await install(temp, POSTS);
  const send = async ({ authorization }, [method, path, body]) => {
    const json = { 'content-type': 'application/json' };
    const response = await fetch(`${server.url}${path}`, {
      method,
      headers: { authorization, ...(body && json) },
      ...(body && { body: JSON.stringify(body) }),
    });
    return { status: response.status, text: await response.text() };
  };
  const [friend, blocked, reader, ...others] = people;
  const viewers = others.slice(0, VIEWERS);
  await relate(query, { friend, blocked, viewers });
  const items = await write({ send, query, reader, authors: [friend, blocked] });
  const rows = [];
  let coins = '';
  for (const [name, call] of Object.entries(CALLS)) {
    const times = await measure({ send, viewers, items, call, each: requests / 2 });
    const { advantage, p, accuracy, chance } = tellApart(...times);
    coins = chance.map(percent).join(' to ');
    const isChance = accuracy >= chance[0] && accuracy <= chance[1];
    const medians = times.map((list) => median(list).toFixed(2));
    rows.push([
      name,
      ...medians,
      advantage.toFixed(3),
      p.toFixed(3),
      percent(accuracy),
      isChance ? 'yes' : '**no**',
    ]);
    console.log(`${name}: ${percent(accuracy)}`);
  }
  console.log(
    `\n${requests} requests of each kind, half of them to items of each author, in random order; coin flips guess ${coins} right in 99 of 100 runs\n`,
  );
  printTable(
    ['Call', 'Friend, ms', 'Blocked, ms', 'Rank sum', 'p', 'Guessed right', 'Chance'],
    rows,
  );
});

/** Makes one author a friend of all viewers and lets all of them block the other one. */
async function relate(query, { friend, blocked, viewers }) {
  const ids = viewers.map(({ id }) => id);
  await query(
    `insert into friendships (low_id, high_id, requester_id, status, decided_at)
     select least($1, id), greatest($1, id), $1, 'accepted', now() from unnest($2::bigint[]) id
     on conflict do nothing`,
    [friend.id, ids],
  );
  await query(
    `insert into member_blocks (blocker_id, blocked_id) select id, $1 from unnest($2::bigint[]) id`,
    [blocked.id, ids],
  );
}

/** The same posts, polls, comments and replies by both, in turns. */
async function write({ send, query, reader, authors }) {
  const items = authors.map(() => []);
  for (let n = 0; n < ITEMS; n += 1) {
    for (const [place, author] of authors.entries()) {
      const poll = { options: ['하나', '둘'], maxChoices: 1, isAnonymous: true };
      const title = `이름 없는 글 ${n}`;
      const content = `<p>${'속마음을 적습니다. '.repeat(8)}</p>`;
      const body = { boardType: 'SECRET', title, content, imageUrls: null, poll };
      const post = (await made(send, author, ['POST', '/api/post/post-up', body])).id;
      const comments = `/api/post/${post}/comments`;
      const first = await made(send, author, ['POST', comments, { content: '첫 댓글' }]);
      const parentId = first.comment.id;
      await made(send, reader, ['POST', comments, { content: '읽은 이', parentId }]);
      await delay(PAUSE_MS);
      await made(send, author, ['POST', comments, { content: '글쓴이의 답글', parentId }]);
      const [{ nickname }] = await query('select nickname from members where id = $1', [author.id]);
      items[place].push({ post, comment: parentId, nickname });
    }
  }
  return items;
}

async function made(send, as, call) {
  const { status, text } = await send(as, call);
  if (status !== 201) throw new Error(`${call[1]}: ${status} ${text}`);
  return JSON.parse(text);
}

/** Durations in ms, for items of one author and of the other. */
async function measure({ send, viewers, items, call, each }) {
  const times = items.map(() => []);
  const turns = shuffled(items.flatMap((_, place) => new Array(Math.ceil(each)).fill(place)));
  const first = call(items[0][0]);
  const expected = (await send(viewers[0], first)).status;
  for (const [n, place] of turns.entries()) {
    const own = items[place];
    const request = call(own[Math.floor(Math.random() * own.length)]);
    const viewer = viewers[n % viewers.length];
    const began = performance.now();
    const { status, text } = await send(viewer, request);
    times[place].push(performance.now() - began);
    if (status !== expected) throw new Error(`${request[1]}: ${status} ${text}`);
  }
  return times;
}

function shuffled(list) {
  const copy = [...list];
  for (let n = copy.length - 1; n > 0; n -= 1) {
    const other = Math.floor(Math.random() * (n + 1));
    [copy[n], copy[other]] = [copy[other], copy[n]];
  }
  return copy;
}
