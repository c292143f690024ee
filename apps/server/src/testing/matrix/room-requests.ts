import {
  changeReaction,
  createChatRoom,
  joinLectureChat,
  sendChatMessage,
} from '../factories/chat.ts';
import { createLectureRoom, markRoom } from '../factories/lecture-rooms.ts';
import type { Build } from './build.ts';
import type { World } from './world.ts';

const friend = ({ t }: World) => t.signIn('STUDENT');

/** A message of the owner to a friend, at which the owner shows a reaction. */
const onReaction =
  (url: string, body?: unknown): Build =>
  async (world, { owner }) => {
    const { t } = world;
    const roomId = await createChatRoom(t, owner, await friend(world));
    const { id } = await sendChatMessage(t, owner, roomId);
    await changeReaction(t, owner, { roomId, id }, 'SAD');
    return { url: `${url}${roomId}/${id}`, ...(body !== undefined && { body }) };
  };

const onLeft: Build = async (world, { owner }) => {
  const { t } = world;
  const roomId = await createChatRoom(t, owner, await friend(world));
  await t.call('DELETE', `/api/mail/exit-room/${roomId}`, { as: owner });
  return { url: `/api/mail/rejoin-room/${roomId}` };
};

const onMute: Build = async (world, { owner }) => ({
  url: `/api/mail/mute-room/${await createChatRoom(world.t, owner, await friend(world))}`,
  body: { muted: true },
});

/** A lecture in the timetable of the owner. */
const onLecture: Build = async ({ t }, { owner }) => {
  const lectureId = await createLectureRoom(t);
  await markRoom(t, owner, lectureId);
  return { url: `/api/mail/lecture/${lectureId}` };
};

const onMembers: Build = async ({ t }, { owner }) => ({
  url: `/api/mail/members/${(await joinLectureChat(t, [owner])).roomId}`,
});

/** In a room that the caller is in too, as somebody of the lecture or its staff. */
const onRemoval: Build = async (world, { caller }) => {
  const { t } = world;
  const sender = await friend(world);
  const people = caller === null ? [sender] : [sender, caller];
  const { lectureId, roomId } = await joinLectureChat(t, people);
  const { id } = await sendChatMessage(t, sender, roomId);
  return { url: `/api/mail/lecture/${lectureId}/remove/${id}`, body: { reason: '욕설' } };
};

/** Requests of replies, reactions and rooms of lectures. */
export const ROOM_REQUESTS: Record<string, Build> = {
  'PUT /api/mail/reaction/:roomId/:messageId': onReaction('/api/mail/reaction/', {
    reaction: 'LIKE',
  }),
  'DELETE /api/mail/reaction/:roomId/:messageId': onReaction('/api/mail/reaction/'),
  'GET /api/mail/reactions/:roomId/:messageId': onReaction('/api/mail/reactions/'),
  'POST /api/mail/rejoin-room/:roomId': onLeft,
  'PUT /api/mail/mute-room/:roomId': onMute,
  'GET /api/mail/lecture/:lectureId': onLecture,
  'POST /api/mail/lecture/:lectureId': onLecture,
  'GET /api/mail/members/:roomId': onMembers,
  'POST /api/mail/lecture/:lectureId/remove/:messageId': onRemoval,
};
