/** The posts that are read and commented on: the newest, as far as a number of pages goes. */
const NEWEST = 2_000;

/** The measured works; `request` makes one request of a connection. */
export async function worksOn(client, people) {
  const newest = await listIds(client, `board_type = 'FREE'`);
  const discussed = await listIds(
    client,
    `board_type = 'FREE' and comment_count between 10 and 60`,
  );
  const { rows } = await client.query(
    `select greatest(0, (post_count - 1) / 10) as last from board_counters where board_type = 'FREE'`,
  );
  const get = (name, path) => ({
    name,
    request: (draw) => asMember(anyOf(people, draw()), { path: path(draw) }),
  });
  return [
    get('list', () => '/api/post?boardType=FREE'),
    get('last page', () => `/api/post?boardType=FREE&page=${rows[0].last}`),
    get('detail', (draw) => `/api/post/${anyOf(newest, draw() ** 2)}`),
    get('comments', (draw) => `/api/post/${anyOf(discussed, draw() ** 2)}/comments`),
    get('notifications', () => '/api/member/my-notices'),
    { name: 'comment written', request: (draw, place) => comment(people, newest, draw, place) },
  ];
}

async function listIds(client, condition) {
  const { rows } = await client.query(
    `select id::integer from posts where ${condition} order by created_at desc limit ${NEWEST}`,
  );
  return rows.map(({ id }) => id);
}

const anyOf = (list, share) => list[Math.floor(share * list.length)];

/** Members may comment once a second, so each connection has its own and takes them in turn. */
function comment(people, posts, draw, place) {
  const own = people.filter((_, n) => n % place.of === place.index);
  place.turn += 1;
  return asMember(own[place.turn % own.length], {
    method: 'POST',
    path: `/api/post/${anyOf(posts, draw())}/comments`,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ content: `${draw()} 좋은 정보 감사합니다` }),
  });
}

function asMember({ id, authorization }, { headers, ...request }) {
  return {
    method: 'GET',
    ...request,
    headers: { authorization, 'x-member': String(id), ...headers },
  };
}
