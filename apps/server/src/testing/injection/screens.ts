import { POST_BOARD_TYPES } from '@naru/contract/boards';
import { sql } from 'drizzle-orm';
import type { TestApp } from '../test-app.ts';
import type { HostileWorld } from './hostile-world.ts';

/** Posts, rooms and the like of each kind that are shown. */
const EACH = 3;
const MARK = 't[0-9]+z';
const ACCOUNT_PAGES = ['profile', 'notifications', 'appearance', 'security', 'data'];

/** Addresses for each pattern of a screen that needs an id, with the texts on them. */
export async function screensOf(
  t: TestApp,
  { world }: HostileWorld,
): Promise<Record<string, string[]>> {
  const { id: studentId } = world.student;
  const list = async (statement: ReturnType<typeof sql>) =>
    (await t.db.execute<Record<string, string>>(statement)).rows;
  const marked = sql`p.title ~ ${MARK} or p.content ~ ${MARK} or exists
    (select from comments c where c.post_id = p.id and c.content ~ ${MARK})`;
  const posts = await list(sql`
    select id, place, room from (
      select p.id, lower(p.board_type) as place, p.lecture_id as room,
        row_number() over (partition by p.board_type order by p.title ~ ${MARK} desc, p.id desc) as at
      from posts p where p.deleted_at is null and (${marked})) one where at <= ${EACH}`);
  const own = await list(sql`
    select id, lower(board_type) as place, lecture_id as room from posts
    where author_id = ${studentId} and deleted_at is null and title ~ ${MARK}
      and board_type in ('FREE', 'LECTURE_Q') order by id desc limit 8`);
  const rooms = await list(sql`
    select id from lectures where title ~ ${MARK} order by id desc limit ${EACH}`);
  const reviewed = await list(sql`
    select lecture_id as id from course_reviews where content ~ ${MARK} limit 1`);
  const asked = await list(sql`
    select id from inquiries where member_id = ${studentId} order by id desc limit ${EACH}`);
  const chats = await list(sql`
    select room_id as id from chat_room_members where member_id = ${studentId} limit ${EACH}`);
  const handled = await list(sql`
    select target_type as type, target_id as id from staff_actions
    where reason ~ ${MARK} and target_type in ('POST', 'COMMENT') order by id desc limit 2`);
  const resources = await list(sql`
    select id from booking_resources order by name ~ ${MARK} desc, id desc limit ${EACH}`);
  const study = '/main/study-dashboard';
  const ofRoom = posts.filter(({ room }) => room !== null);
  return {
    '/main/community/$boardType': POST_BOARD_TYPES.filter(
      (board) => !board.startsWith('LECTURE_'),
    ).map((board) => `/main/community/${board.toLowerCase()}`),
    '/main/community/$boardType/post/$postId': posts
      .filter(({ room }) => room === null)
      .map(({ id, place }) => `/main/community/${place}/post/${id}`),
    '/write/$boardType/$postId': own
      .filter(({ room }) => room === null)
      .map(({ id, place }) => `/write/${place}/${id}`),
    [`${study}/$lectureId`]: rooms.map(({ id }) => `${study}/${id}`),
    [`${study}/$lectureId/write`]: rooms.slice(0, 1).map(({ id }) => `${study}/${id}/write`),
    [`${study}/$lectureId/reviews`]: reviewed.map(({ id }) => `${study}/${id}/reviews`),
    [`${study}/$lectureId/$postId`]: ofRoom.map(({ id, room }) => `${study}/${room}/${id}`),
    [`${study}/$lectureId/write/$postId`]: own
      .filter(({ room }) => room !== null)
      .map(({ id, room }) => `${study}/${room}/write/${id}`),
    '/main/bookings/$resourceId': resources.map(({ id }) => `/main/bookings/${id}`),
    '/mypage/account/$page': ACCOUNT_PAGES.map((page) => `/mypage/account/${page}`),
    '/chat-mail': ['/chat-mail', ...chats.map(({ id }) => `/chat-mail?room=${id}`)],
    '/inquiry/$inquiryId': asked.map(({ id }) => `/inquiry/${id}`),
    '/mypage/handled/$type/$id': handled.map(({ type, id }) => `/mypage/handled/${type}/${id}`),
  };
}
