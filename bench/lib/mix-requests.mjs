import { anyOf, asMember, writeComment } from './workloads.mjs';

/** The newest pages are read most. */
const PAGES = 5;
const ROOMS = 200;
const BOARDS = ['FREE', 'FREE', 'FREE', 'SECRET', 'QNA', 'REVIEW', 'NOTICE_UNIV'];

/**
 * Returns a function that makes the next request of the mix: 70 % lists and posts, 10 % writes (five
 * comments to four likes and one post), 10 % chat, half of it messages, 10 % notifications. Writers
 * take turns, so nobody meets a limit.
 */
export function createMix({ people, newest, rooms, draw }) {
  let turn = 0;
  const inTurn = (list) => {
    turn += 1;
    return list[turn % list.length];
  };
  const read = (path) => asMember(anyOf(people, draw()), { path });
  const list = () =>
    read(`/api/post?boardType=${anyOf(BOARDS, draw())}&page=${Math.floor(draw() ** 3 * PAGES)}`);
  const detail = () => read(`/api/post/${anyOf(newest, draw() ** 2)}`);
  const post = () =>
    asMember(inTurn(people), {
      method: 'POST',
      path: '/api/post/post-up',
      body: {
        boardType: 'FREE',
        title: `${draw()} 질문 있습니다`,
        content: '<p>어떻게 하나요</p>',
      },
    });
  const like = () =>
    asMember(inTurn(people), { method: 'POST', path: `/api/post/${anyOf(newest, draw())}/like` });
  const comment = () => writeComment(inTurn(people), anyOf(newest, draw()), draw);
  const message = () => {
    const { roomId, sender } = inTurn(rooms);
    const path = `/api/mail/send-mail/${roomId}`;
    return asMember(sender, { method: 'POST', path, body: { content: `${draw()} 안녕하세요` } });
  };
  const room = () => {
    const { roomId, partner } = anyOf(rooms, draw());
    return asMember(partner, { path: `/api/mail/messages/${roomId}` });
  };
  const kinds = [
    [0.35, list],
    [0.35, detail],
    [0.05, comment],
    [0.04, like],
    [0.01, post],
    [0.05, message],
    [0.03, room],
    [0.02, () => read('/api/mail/my-room')],
    [0.1, () => read('/api/member/my-notices')],
  ];
  return () => {
    let left = draw();
    return (
      kinds.find(([share]) => {
        left -= share;
        return left < 0;
      })?.[1]() ?? list()
    );
  };
}

/** Opens a room with a first message for each pair of friends. */
export async function openRooms(url, people) {
  const rooms = [];
  for (let n = 0; n < Math.min(ROOMS, people.length / 2); n += 1) {
    const [sender, partner] = [people[2 * n], people[2 * n + 1]];
    const { roomId } = await postAs(url, sender, { path: `/api/mail/new?id=${partner.id}` });
    const path = `/api/mail/send-mail/${roomId}`;
    await postAs(url, sender, { path, body: { content: '안녕하세요' } });
    rooms.push({ roomId, sender, partner });
  }
  return rooms;
}

async function postAs(url, person, call) {
  const { path, ...options } = asMember(person, { method: 'POST', ...call });
  const response = await fetch(`${url}${path}`, options);
  // A room that an earlier part of the benchmark opened is as good.
  if (!response.ok && response.status !== 409) throw new Error(await response.text());
  return response.json();
}
