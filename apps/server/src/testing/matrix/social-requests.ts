import { createChatRoom } from '../factories/chat.ts';
import { befriend, createRequest } from '../factories/friends.ts';
import type { Build, Cell } from './build.ts';
import type { World } from './world.ts';

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

const plain =
  (url: string): Build =>
  () => ({ url });

export const SOCIAL_REQUESTS: Record<string, Build> = {
  'GET /api/member/summary/:id': onStranger('/api/member/summary/'),
  'GET /api/board/news': () => ({ url: '/api/board/news' }),
  'PUT /api/board/visit': () => ({ url: '/api/board/visit', body: { boardType: 'free' } }),
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
  'POST /api/mail/new': onFriend('/api/mail/new?id='),
  'PUT /api/mail/read-room/:roomId': onRoom('/api/mail/read-room/'),
  'DELETE /api/mail/exit-room/:roomId': onRoom('/api/mail/exit-room/'),
  'GET /api/mail/my-room': plain('/api/mail/my-room'),
  'GET /api/mail/check-new': plain('/api/mail/check-new'),
  'GET /api/mail/messages/:roomId': onRoom('/api/mail/messages/'),
  'POST /api/mail/send-mail/:roomId': onRoom('/api/mail/send-mail/', { content: '안녕하세요' }),
};
