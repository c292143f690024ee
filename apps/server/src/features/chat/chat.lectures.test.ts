import { LIMITS } from '@naru/contract/limits';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openEvent } from '../../domain/live/live-events.ts';
import {
  changeReaction,
  joinLectureChat,
  sendChatMessage,
  uploadChatPicture,
} from '../../testing/factories/chat.ts';
import { changePerson, createBlock } from '../../testing/factories/friends.ts';
import { readAudit } from '../../testing/factories/inquiries.ts';
import { changeRoom, createLectureRoom, markRoom } from '../../testing/factories/lecture-rooms.ts';
import { createTestApp, type SignedIn, type TestApp } from '../../testing/test-app.ts';
import { makePicture } from '../uploads/pictures.fixture.ts';

let t: TestApp;
let me: SignedIn;
let other: SignedIn;
let lectureId: number;
let roomId: number;
let png: Buffer;
beforeAll(async () => {
  [t, png] = await Promise.all([createTestApp(), makePicture('png', 60, 40)]);
});
beforeEach(async () => {
  [me, other] = [await t.signIn('STUDENT'), await t.signIn('STUDENT')];
  ({ lectureId, roomId } = await joinLectureChat(t, [me, other]));
});
afterAll(() => t.close());

const errorOf = ({ status, json }: { status: number; json: { error: string } }) => [
  status,
  json.error,
];
const join = (as: SignedIn, id = lectureId) => t.call('POST', `/api/mail/lecture/${id}`, { as });
const stateOf = async (as: SignedIn, id = lectureId) =>
  (await t.call('GET', `/api/mail/lecture/${id}`, { as })).json;
const messagesOf = (as: SignedIn) => t.call('GET', `/api/mail/messages/${roomId}`, { as });
const textsOf = async (as: SignedIn) =>
  (await messagesOf(as)).json.messages.map(({ content }: { content: string }) => content);
const roomOf = async (as: SignedIn) =>
  (await t.call('GET', '/api/mail/my-room', { as })).json.roomDtos[0];
const unreadOf = async (as: SignedIn) => [
  (await roomOf(as))?.newMailCount ?? 0,
  (await t.call('GET', '/api/mail/check-new', { as })).json.newMailCount,
];
const unmark = (as: SignedIn) =>
  t.call('DELETE', `/api/lecture-room/mark?lectureRoomId=${lectureId}`, { as });

/** Puts further members with the lecture into the room. */
const fillPlaces = (count: number) =>
  t.database.pool.query(
    `with made as (
      insert into members (username, email, nickname, name, password_hash, created_at)
      select v, v, v, v, 'x', now() from generate_series(1, $1) g, concat('full', g) v returning id
    ), marked as (
      insert into lecture_marks (member_id, lecture_id, created_at) select id, $2, now() from made
    )
    insert into chat_room_members (room_id, member_id) select $3, id from made`,
    [count, lectureId, roomId],
  );

describe('the chat room of a lecture', () => {
  it('admits who has the lecture in the timetable, its professor and staff, once they join [CHAT-101]', async () => {
    expect((await t.call('POST', `/api/mail/lecture/${lectureId}`)).status).toBe(401);
    expect(errorOf(await join(me, 999_999))).toEqual([404, 'LECTURE_NOT_FOUND']);
    const stranger = await t.signIn('STUDENT');
    expect(errorOf(await join(stranger))).toEqual([403, 'LECTURE_CHAT_DENIED']);
    const nothing = { roomId: null, memberCount: 0, newMailCount: 0, canJoin: false };
    expect(await stateOf(stranger)).toEqual(nothing);
    const professor = await t.signIn('PROFESSOR');
    expect((await join(professor)).status).toBe(403);
    await changeRoom(t, lectureId, { professorId: professor.id });
    const admin = await t.signIn('ADMIN');
    for (const as of [professor, admin]) {
      expect((await messagesOf(as)).status).toBe(404);
      expect(await stateOf(as)).toMatchObject({ roomId: null, canJoin: true });
      expect((await join(as)).json).toEqual({ roomId });
      expect((await join(as)).json).toEqual({ roomId });
      expect((await messagesOf(as)).status).toBe(200);
    }
    // Of those who joined, only staff leave a trace, and once.
    const joins = (await readAudit(t, lectureId)).filter(
      (one) => one.action === 'lecture.join-chat',
    );
    expect(joins).toMatchObject([{ actorId: admin.id }]);
    expect((await stateOf(me)).memberCount).toBe(4);
    const { json } = await t.call('GET', `/api/mail/members/${roomId}`, { as: me });
    expect(json.members.map(({ id }: { id: number }) => id).sort()).toEqual(
      [me, other, professor, admin].map(({ id }) => id).sort(),
    );
  });

  it('is one room, also when several open it at once [CHAT-101]', async () => {
    const lecture = await createLectureRoom(t);
    const people = [await t.signIn('USER'), await t.signIn('USER'), await t.signIn('USER')];
    for (const one of people) await markRoom(t, one, lecture);
    const all = await Promise.all(people.map((one) => join(one, lecture)));
    expect(new Set(all.map(({ json }) => json.roomId)).size).toBe(1);
    expect((await stateOf(people[0] as SignedIn, lecture)).memberCount).toBe(3);
  });

  it('carries names, replies, reactions and pictures like a room of two [CHAT-101]', async () => {
    const first = await sendChatMessage(t, me, roomId, '과제 다 했어?');
    const answer = await sendChatMessage(t, other, roomId, '아니', first.id);
    expect(answer).toMatchObject({
      sender: { nickName: other.nickname },
      replyTo: { id: first.id, nickName: me.nickname, content: '과제 다 했어?' },
    });
    await changeReaction(t, me, { roomId, id: answer.id }, 'LAUGH');
    const key = await uploadChatPicture(t, me, png);
    const sent = await t.call('POST', `/api/mail/send-picture/${roomId}`, {
      as: me,
      body: { pictureKey: key },
    });
    expect(sent.status).toBe(201);
    const { messages, partnerReadId } = (await messagesOf(other)).json;
    expect(partnerReadId).toBe(0);
    expect(messages[1].reactions).toEqual([{ reaction: 'LAUGH', count: 1, isMine: false }]);
    const { url } = messages[0].picture;
    expect((await t.call('GET', url)).status).toBe(200);
    await unmark(other);
    expect((await t.call('GET', url)).status).toBe(404);
    expect(await roomOf(me)).toMatchObject({
      lecture: { lectureId, memberCount: 1, isOver: false, canModerate: false },
      partner: { id: 0 },
      canSend: true,
    });
  });

  it('counts unread messages by the last one read, in every place alike [CHAT-13, CHAT-101]', async () => {
    await t.services.live.place(other.id);
    await sendChatMessage(t, me, roomId, '하나');
    const { id } = await sendChatMessage(t, me, roomId, '둘');
    expect(await unreadOf(other)).toEqual([2, 2]);
    expect((await stateOf(other)).newMailCount).toBe(2);
    const { rows } = await t.database.pool.query(
      'select payload from events where member_id = $1 order by seq',
      [other.id],
    );
    expect(openEvent(t.seal, rows.at(-1).payload)).toMatchObject({ type: 'mail', newMailCount: 2 });
    await t.call('DELETE', `/api/mail/messages/${roomId}/${id}`, { as: me });
    expect(await unreadOf(other)).toEqual([1, 1]);
    await t.call('PUT', `/api/mail/read-room/${roomId}`, { as: other });
    expect(await unreadOf(other)).toEqual([0, 0]);
    expect(await unreadOf(me)).toEqual([0, 0]);
  });

  it('is left with the lecture and comes back with it, and can be left alone [CHAT-101]', async () => {
    await sendChatMessage(t, me, roomId, '지난 말');
    expect((await unmark(other)).status).toBe(200);
    expect((await messagesOf(other)).status).toBe(404);
    expect(await unreadOf(other)).toEqual([0, 0]);
    expect(errorOf(await join(other))).toEqual([403, 'LECTURE_CHAT_DENIED']);
    await markRoom(t, other, lectureId);
    expect(await textsOf(other)).toEqual(['지난 말']);
    await t.call('DELETE', `/api/mail/exit-room/${roomId}`, { as: other });
    await sendChatMessage(t, me, roomId, '새 말');
    expect((await messagesOf(other)).status).toBe(404);
    await join(other);
    expect(await textsOf(other)).toEqual(['새 말', '지난 말']);
    expect(await unreadOf(other)).toEqual([0, 0]);
  });

  it('is rejoined by who belongs to the lecture, and where a place is free [CHAT-100, CHAT-101]', async () => {
    const leave = () => t.call('DELETE', `/api/mail/exit-room/${roomId}`, { as: other });
    const rejoin = () => t.call('POST', `/api/mail/rejoin-room/${roomId}`, { as: other });
    await leave();
    await join(other);
    expect(errorOf(await rejoin())).toEqual([404, 'ROOM_NOT_FOUND']);
    await leave();
    await unmark(other);
    expect(errorOf(await rejoin())).toEqual([404, 'ROOM_NOT_FOUND']);
    await markRoom(t, other, lectureId);
    await fillPlaces(LIMITS.lectureChatMembers - 1);
    expect(errorOf(await rejoin())).toEqual([409, 'LECTURE_CHAT_FULL']);
    await unmark(me);
    expect((await rejoin()).status).toBe(200);
  });

  it('hides from a member what those say whom they block, also where it is quoted [CHAT-101, FRIEND-07]', async () => {
    const third = await t.signIn('STUDENT');
    await markRoom(t, third, lectureId);
    await join(third);
    const { id } = await sendChatMessage(t, other, roomId, '막힌 말');
    await createBlock(t.db, me, other);
    await t.services.live.place(me.id);
    await sendChatMessage(t, other, roomId, '막힌 뒤의 말');
    await sendChatMessage(t, third, roomId, '답장', id);
    await changeReaction(t, other, { roomId, id }, 'LIKE');
    expect(await textsOf(me)).toEqual(['답장']);
    expect((await messagesOf(me)).json.messages[0].replyTo).toMatchObject({
      senderId: null,
      content: '',
    });
    expect(await unreadOf(me)).toEqual([1, 1]);
    expect((await roomOf(me)).lastMessage).toBe('답장');
    const { rows } = await t.database.pool.query(
      'select payload from events where member_id = $1',
      [me.id],
    );
    const events = rows.map(({ payload }) => JSON.stringify(openEvent(t.seal, payload)));
    expect(events).toHaveLength(1);
    expect(events.join()).not.toContain('막힌');
    const found = await t.call('GET', `/api/mail/search/${roomId}?query=막힌`, { as: me });
    expect(found.json.hits).toEqual([]);
    expect(await textsOf(other)).toEqual(['답장', '막힌 뒤의 말', '막힌 말']);
  });

  it('is only read once the term is over [CHAT-101]', async () => {
    await sendChatMessage(t, me, roomId, '마지막 말');
    await changeRoom(t, lectureId, { year: 2024 });
    const body = { content: '늦은 말' };
    const late = await t.call('POST', `/api/mail/send-mail/${roomId}`, { as: me, body });
    expect(errorOf(late)).toEqual([403, 'LECTURE_CHAT_CLOSED']);
    expect(await textsOf(other)).toEqual(['마지막 말']);
    expect(await roomOf(me)).toMatchObject({ canSend: false, lecture: { isOver: true } });
    const third = await t.signIn('STUDENT');
    await markRoom(t, third, lectureId);
    expect(errorOf(await join(third))).toEqual([403, 'LECTURE_CHAT_CLOSED']);
    await changeRoom(t, lectureId, { deletedAt: t.clock.now() });
    expect((await messagesOf(me)).status).toBe(404);
  });

  it('loses or keeps each message whole while members join and leave [CHAT-101, RACE-13]', async () => {
    const send = (content: string) =>
      t.call('POST', `/api/mail/send-mail/${roomId}`, { as: other, body: { content } });
    for (let round = 0; round < 5; round += 1) {
      t.clock.advance(10);
      const [left, sent, , joined] = await Promise.all([
        t.call('DELETE', `/api/mail/exit-room/${roomId}`, { as: other }),
        send(`말 ${round}`),
        sendChatMessage(t, me, roomId, `내 말 ${round}`),
        join(other),
      ]);
      expect([left.status, joined.status]).toEqual([200, 200]);
      expect([200, 404]).toContain(sent.status);
      expect((await textsOf(me)).includes(`말 ${round}`)).toBe(sent.status === 200);
      await join(other);
    }
  });
});

describe('the professor and staff of a lecture', () => {
  const remove = (as: SignedIn, id: number, body: object = { reason: '욕설' }) =>
    t.call('POST', `/api/mail/lecture/${lectureId}/remove/${id}`, { as, body });

  it('remove a message with a reason, for everybody and on record [CHAT-102]', async () => {
    await t.services.live.place(other.id);
    const { id } = await sendChatMessage(t, me, roomId, '나쁜말');
    await sendChatMessage(t, other, roomId, '뭐?', id);
    t.clock.advance(6 * 60);
    const [professor, manager] = [await t.signIn('PROFESSOR'), await t.signIn('MANAGER')];
    await changeRoom(t, lectureId, { professorId: professor.id });
    expect((await remove(other, id)).status).toBe(403);
    expect(errorOf(await remove(manager, id))).toEqual([404, 'ROOM_NOT_FOUND']);
    await join(professor);
    expect((await remove(professor, id, {})).status).toBe(400);
    expect(errorOf(await remove(professor, 999_999))).toEqual([404, 'MESSAGE_NOT_FOUND']);
    expect((await roomOf(professor)).lecture.canModerate).toBe(true);
    const { status, json } = await remove(professor, id);
    expect([status, json.recalled.isRemoved]).toEqual([200, true]);
    const { messages } = (await messagesOf(me)).json;
    expect(messages[1]).toMatchObject({ id, content: '', isRecalled: true, isRemoved: true });
    expect(messages[0].replyTo).toMatchObject({ content: '', isRemoved: true });
    const stored = await t.database.pool.query('select payload from events');
    const events = stored.rows.map(({ payload }) => JSON.stringify(openEvent(t.seal, payload)));
    expect(events.join()).not.toContain('나쁜말');
    const [entry] = (await readAudit(t, lectureId)).filter(
      ({ action }) => action === 'lecture.remove-message',
    );
    expect(entry).toMatchObject({ reason: '욕설', detail: { messageId: id, senderId: me.id } });
  });

  it('erase it from the stored events of members who have left, whom nothing new reaches [CHAT-92, CHAT-102]', async () => {
    for (const { id } of [me, other]) await t.services.live.place(id);
    const { id } = await sendChatMessage(t, me, roomId, '지울비밀말');
    await sendChatMessage(t, other, roomId, '답장', id);
    await t.call('DELETE', `/api/mail/exit-room/${roomId}`, { as: other });
    await t.call('DELETE', `/api/mail/messages/${roomId}/${id}`, { as: me });
    const stored = await t.database.pool.query(
      'select member_id, payload from events order by seq',
    );
    const eventsOf = (as: SignedIn) =>
      stored.rows
        .filter((row) => Number(row.member_id) === as.id)
        .map(({ payload }) => openEvent(t.seal, payload));
    expect(eventsOf(me).map((event) => event?.type)).toContain('mail-recalled');
    expect(eventsOf(other).map((event) => event?.type)).toEqual(['mail', 'mail', 'mail-read']);
    expect(JSON.stringify([eventsOf(me), eventsOf(other)])).not.toContain('지울비밀말');
  });

  it('get reports of its messages like those of a room of two [CHAT-94, CHAT-101]', async () => {
    const { id } = await sendChatMessage(t, me, roomId, '신고될 말');
    const body = {
      category: 'REPORT',
      targetType: 'MESSAGE',
      targetId: id,
      title: '욕설',
      content: '욕설입니다.',
      withContext: false,
    };
    expect((await t.call('POST', '/api/inquiry', { as: other, body })).status).toBe(201);
    const stranger = await t.signIn('STUDENT');
    expect((await t.call('POST', '/api/inquiry', { as: stranger, body })).status).toBe(404);
  });
});

it('keeps a muted room off the devices, not out of the numbers [CHAT-103]', async () => {
  const mute = (as: SignedIn, muted: boolean) =>
    t.call('PUT', `/api/mail/mute-room/${roomId}`, { as, body: { muted } });
  expect((await mute(await t.signIn('ADMIN'), true)).status).toBe(404);
  expect((await mute(other, true)).json).toEqual({ isMuted: true });
  expect(await roomOf(other)).toMatchObject({ isMuted: true });
  await sendChatMessage(t, me, roomId, '조용히');
  expect(await unreadOf(other)).toEqual([1, 1]);
  expect((await mute(other, false)).json).toEqual({ isMuted: false });
});

it('keeps the messages of a member who withdrew, without the name [CHAT-101]', async () => {
  await sendChatMessage(t, other, roomId, '남는 말');
  await changePerson(t.db, other, { withdrawnAt: t.clock.now() });
  const [message] = (await messagesOf(me)).json.messages;
  expect(message.sender).toEqual({ nickName: '탈퇴한 회원', profileThumbnails: null });
});

it('counts nobody who dropped the lecture, and goes 30 days after all have [CHAT-101]', async () => {
  const exists = async () =>
    (await t.database.pool.query('select from chat_rooms where id = $1', [roomId])).rowCount;
  const day = 24 * 60 * 60;
  await sendChatMessage(t, me, roomId, '남은 말');
  await unmark(other);
  expect([(await stateOf(me)).memberCount, (await roomOf(me)).lecture.memberCount]).toEqual([1, 1]);
  await t.services.jobs.content.run();
  await markRoom(t, other, lectureId);
  await t.services.jobs.content.run();
  for (const as of [me, other]) await unmark(as);
  t.clock.advance(29 * day);
  await t.services.jobs.content.run();
  expect(await exists()).toBe(1);
  t.clock.advance(31 * day);
  await t.services.jobs.content.run();
  expect(await exists()).toBe(0);
});
