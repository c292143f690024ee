import { FEED_KINDS } from '@naru/contract/feeds';
import { createChatRoom, sendChatMessage, uploadChatPicture } from '../factories/chat.ts';
import { writeComment } from '../factories/comments.ts';
import { makeFeed } from '../factories/feeds.ts';
import { befriend, createRequest } from '../factories/friends.ts';
import { createPost } from '../factories/posts.ts';
import type { Build, Cell } from './build.ts';
import { pathsOf, type World } from './world.ts';

/** The member the call addresses: the caller, in the column Non another one. */
const personOf = ({ other }: World, { caller, owner, isForged }: Cell) =>
  isForged ? owner : (caller ?? other);

const stranger = ({ t }: World) => t.signIn('STUDENT');

const onRequest =
  (url: string, field: string): Build =>
  async (world, cell) => {
    const requester = await stranger(world);
    await createRequest(world.t.db, requester, personOf(world, cell));
    return { url, body: { [field]: requester.id } };
  };

const onFriend =
  (url: string): Build =>
  async (world, cell) => {
    const friend = await stranger(world);
    await befriend(world.t.db, friend, personOf(world, cell));
    return { url: `${url}${friend.id}` };
  };

const onStranger =
  (url: string, isBody = false): Build =>
  async (world) => {
    const { id } = await stranger(world);
    return isBody ? { url, body: { id } } : { url: `${url}${id}` };
  };

/** A chat room of the owner and a friend. */
const onRoom =
  (url: string, body?: unknown): Build =>
  async (world, { owner }) => ({
    url: `${url}${await createChatRoom(world.t, owner, await stranger(world))}`,
    ...(body !== undefined && { body }),
  });

/** The owner can take back the last message of a room with a friend. */
const onMessage: Build = async (world, { owner }) => {
  const roomId = await createChatRoom(world.t, owner, await stranger(world));
  const { id } = await sendChatMessage(world.t, owner, roomId);
  return { url: `/api/mail/messages/${roomId}/${id}` };
};

const onPicture: Build = async (world, { owner }) => ({
  url: `/api/mail/send-picture/${await createChatRoom(world.t, owner, await stranger(world))}`,
  body: { pictureKey: await uploadChatPicture(world.t, owner, world.png) },
});

const uploadPicture: Build = async ({ t, png }, { owner, isForged }) => {
  const presign = '/api/mail/picture-presign?contentType=image/png';
  const { uploadUrl: address } = (await t.call('GET', presign, { as: owner })).json;
  const { uploadUrl } = pathsOf<'uploadUrl'>({ uploadUrl: address });
  // Not the last character: some of its bits are unused.
  const forged = uploadUrl.replace(/.(?=.{4}$)/, (one: string) => (one === 'A' ? 'B' : 'A'));
  const headers = { 'content-type': 'image/png' };
  return { url: isForged ? forged : uploadUrl, body: png, headers };
};

/** The address of the owner, whoever calls it: it names its reader. */
const loadPicture: Build = async (world, cell) => {
  const { url, body } = await onPicture(world, cell);
  const { json } = await world.t.call('POST', url, { as: cell.owner, body });
  return { url: json.sentMessage.picture.url };
};

const following: Build = async (world, { caller }) => {
  const id = await createPost(world.t, await stranger(world));
  if (caller !== null) {
    await world.t.call('PUT', `/api/post/${id}/follow`, { as: caller, body: { follows: true } });
  }
  return { url: '/api/member/follows' };
};

const onThread = async (world: World) => {
  const author = await stranger(world);
  const id = await createPost(world.t, author, { boardType: 'SECRET' });
  await writeComment(world.t, await stranger(world), id);
  return { url: `/api/post/${id}/alias-block`, body: { alias: '익명1', blocks: true } };
};

/** The caller blocks a name. */
const blockingAlias: Build = async (world, { caller }) => {
  const { url, body } = await onThread(world);
  if (caller !== null) await world.t.call('PUT', url, { as: caller, body });
  return { url: '/api/member/alias-blocks' };
};

const plain =
  (url: string): Build =>
  () => ({ url });

/** The same state sent again changes nothing. */
const DRAFT = {
  url: '/api/member/drafts/FREE',
  body: {
    version: 'version-1',
    base: null,
    excerpt: '여기까지',
    content: {
      title: '쓰던 글',
      html: '<p>여기까지</p>',
      choices: '',
      files: [{ key: 'key', name: '안내.pdf', bytes: 8, uploadedAt: null }],
      clientId: 'client-1',
    },
  },
};

/** The caller has a draft. */
const onDraft =
  (url: string): Build =>
  async ({ t }, { caller }) => {
    if (caller) await t.call('PUT', DRAFT.url, { as: caller, body: DRAFT.body });
    return { url };
  };

/** The feed of the owner that the variant names, whose address anybody may have. */
const onFeed: Build = async ({ t }, { owner, variant }) => {
  const kind = FEED_KINDS.find((one) => one === variant) ?? 'NOTICES';
  return makeFeed(t, owner, kind);
};

export const SOCIAL_REQUESTS: Record<string, Build> = {
  'GET /api/member/summary/:id': onStranger('/api/member/summary/'),
  'GET /api/board/news': () => ({ url: '/api/board/news' }),
  'PUT /api/board/visit': () => ({ url: '/api/board/visit', body: { boardType: 'free' } }),
  'GET /api/member/follows': following,
  'PUT /api/post/:id/follow': async (world) => ({
    url: `/api/post/${await createPost(world.t, await stranger(world))}/follow`,
    body: { follows: true },
  }),
  'PUT /api/board/follow': () => ({
    url: '/api/board/follow',
    body: { boardType: 'free', follows: true },
  }),
  'GET /api/member/drafts': onDraft('/api/member/drafts'),
  'GET /api/member/drafts/:place': onDraft(DRAFT.url),
  'PUT /api/member/drafts/:place': () => DRAFT,
  'DELETE /api/member/drafts/:place': onDraft(`${DRAFT.url}?version=${DRAFT.body.version}`),
  'GET /api/member/alert-words': plain('/api/member/alert-words'),
  'POST /api/member/alert-words': () => ({
    url: '/api/member/alert-words',
    body: { word: '장학금' },
  }),
  'DELETE /api/member/alert-words': plain('/api/member/alert-words?word=gpu'),
  'GET /api/member/feeds': async ({ t }, { caller }) => {
    if (caller) await makeFeed(t, caller, 'ACADEMIC');
    return { url: '/api/member/feeds' };
  },
  'PUT /api/member/feeds/:kind': plain('/api/member/feeds/NOTICES'),
  'DELETE /api/member/feeds/:kind': plain('/api/member/feeds/NOTICES'),
  'GET /feeds/:secret/:file': onFeed,
  'GET /api/search': ({ other }) => ({
    url: `/api/search?query=${encodeURIComponent(other.nickname)}`,
  }),
  'GET /api/friend/search': ({ other }) => ({
    url: `/api/friend/search?nickname=${encodeURIComponent(other.nickname)}`,
  }),
  'POST /api/friend/add-friend': onStranger('/api/friend/add-friend', true),
  'POST /api/friend/accept-friend': onRequest('/api/friend/accept-friend', 'idToAccept'),
  'POST /api/friend/decline-friend': onRequest('/api/friend/decline-friend', 'idToDecline'),
  'GET /api/friend/request-friend-list': plain('/api/friend/request-friend-list'),
  'GET /api/friend/my-friends': plain('/api/friend/my-friends'),
  'DELETE /api/friend/:id': onFriend('/api/friend/'),
  'POST /api/friend/block': onStranger('/api/friend/block', true),
  'DELETE /api/friend/block/:id': onStranger('/api/friend/block/'),
  'GET /api/friend/blocks': plain('/api/friend/blocks'),
  'GET /api/member/alias-blocks': blockingAlias,
  'PUT /api/post/:id/alias-block': onThread,
  'POST /api/mail/new': onFriend('/api/mail/new?id='),
  'POST /api/mail/item/:postId': async (world) => ({
    url: `/api/mail/item/${await createPost(world.t, await stranger(world), { boardType: 'MARKET' })}`,
  }),
  'PUT /api/mail/read-room/:roomId': onRoom('/api/mail/read-room/'),
  'DELETE /api/mail/exit-room/:roomId': onRoom('/api/mail/exit-room/'),
  'GET /api/mail/my-room': plain('/api/mail/my-room'),
  'GET /api/mail/check-new': plain('/api/mail/check-new'),
  'GET /api/mail/messages/:roomId': onRoom('/api/mail/messages/'),
  'DELETE /api/mail/messages/:roomId/:messageId': onMessage,
  'GET /api/mail/search/:roomId': async (world, cell) => ({
    url: `${(await onRoom('/api/mail/search/')(world, cell)).url}?query=안녕`,
  }),
  'POST /api/mail/send-picture/:roomId': onPicture,
  'GET /api/mail/picture-presign': plain('/api/mail/picture-presign?contentType=image/png'),
  'PUT /files/chat-upload/:token': uploadPicture,
  'GET /files/chat/:name': loadPicture,
  'POST /api/mail/send-mail/:roomId': onRoom('/api/mail/send-mail/', { content: '안녕하세요' }),
};
