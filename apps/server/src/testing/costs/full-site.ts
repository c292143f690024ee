import { LIMITS } from '@naru/contract/limits';
import { sql } from 'drizzle-orm';
import { createChatRoom } from '../factories/chat.ts';
import type { World } from '../matrix/world.ts';
import { HTML } from './expensive-bodies.ts';

const FAMILY = '\u{1f468}\u200d\u{1f469}\u200d\u{1f467}\u200d\u{1f466}';

const BOARDS = ['QNA', 'MARKET', 'REVIEW', 'NOTICE', 'NOTICE_SC', 'FREE'];

/** Rows of the lists that are filled. */
export interface SiteSize {
  /** Of each list at most. */
  rows: number;
  /** Of each board at most: the search index takes its time for each. */
  posts: number;
}

export const FULL: SiteSize = { rows: 1000, posts: 60 };
export const SMALL: SiteSize = { rows: 60, posts: 2 };

export interface FullSite {
  world: World;
  /** A post of the student with comments, a comment with replies, a room with messages, a team with applications. */
  postId: number;
  commentId: number;
  roomId: number;
  teamId: number;
}

/** Fills every list that the student and the staff see with the longest texts of the longest characters. */
export async function fillSite(world: World, { rows, posts }: SiteSize): Promise<FullSite> {
  const { t, student, byRole } = world;
  const now = t.clock.now();
  const n = (max: number) => Math.min(rows, max);
  const text = (graphemes: number) => FAMILY.repeat(graphemes);
  const run = (query: ReturnType<typeof sql>) => t.db.execute(query);
  await run(sql`
    with made as (
      insert into members (username, email, nickname, name, intro, password_hash, created_at)
      select 'crowd' || g, 'crowd' || g || '@example.com', ${'\u{20bb7}'.repeat(6)} || g, ${text(LIMITS.nameMax)},
        ${text(LIMITS.introMax)}, 'x', ${now} from generate_series(1, ${n(1000)}) g returning id),
    roles as (
      insert into member_roles (member_id, role) select id, r from made, unnest(array['USER', 'STUDENT']) r),
    blocks as (
      insert into member_blocks (blocker_id, blocked_id) select ${student.id}, id from made order by id limit ${n(100)})
    insert into friendships (low_id, high_id, requester_id, status, created_at)
    select ${student.id}, id, id, case when id % 3 = 0 then 'pending' else 'accepted' end, ${now} from made`);
  for (const board of BOARDS) {
    for (let left = posts; left > 0; left -= 15) {
      await run(sql`
        insert into posts (board_type, author_id, title, content, content_text, price, trade_status, created_at)
        select ${board}::text, ${student.id}, ${text(100)}, ${HTML['64 KB of family emoji']}, ${text(1000)},
          case when ${board} = 'MARKET' then 1000 end, case when ${board} = 'MARKET' then 'ON_SALE' end, ${now}
        from generate_series(1, ${Math.min(15, left)})`);
    }
  }
  await run(sql`
    with made as (
      insert into posts (id, board_type, anonymous, title, content, content_text, created_at)
      select 3000000000000 + g, 'SECRET', true, ${text(100)}, '<p>글</p>', '글', ${now}
      from generate_series(1, ${n(LIMITS.aliasBlocks / 2)}) g returning id)
    insert into alias_blocks (member_seal, post_id, number) select ${t.seal.seal(student.id)}::bytea, id, 0 from made`);
  await run(sql`
    insert into board_counters (board_type, post_count)
    select board_type, count(*) from posts where lecture_id is null and deleted_at is null group by 1
    on conflict (board_type) do update set post_count = excluded.post_count`);
  const postId = await idOf(world, sql`select max(id) as id from posts where board_type = 'FREE'`);
  const teamId = await idOf(
    world,
    sql`
    with made as (
      insert into posts (board_type, author_id, title, content, content_text, created_at)
      values ('TEAM', ${student.id}, ${text(100)}, '<p>글</p>', '글', ${now}) returning id),
    recruiting as (
      insert into teams (post_id, kind, places, last_day, roles)
      select id, 'PROJECT', 20, '2026-12-31', '{}' from made),
    applied as (
      insert into team_applications (post_id, member_id, message, state, created_at)
      select made.id, crowd.id, ${text(LIMITS.applicationMax)}, 'WAITING', ${now} from made, (
        select id from members where username like 'crowd%' order by id desc limit ${n(LIMITS.applicationsPerTeam)}) crowd)
    select id from made`,
  );
  const comments = (parent: number | null, count: number) =>
    run(sql`insert into comments (post_id, parent_id, author_id, content, created_at)
      select ${postId}, ${parent}, ${student.id}, ${text(LIMITS.commentMax)}, ${now}
      from generate_series(1, ${count})`);
  await comments(null, n(150));
  const commentId = await idOf(
    world,
    sql`select min(id) as id from comments where post_id = ${postId}`,
  );
  await comments(commentId, n(150));
  await run(sql`update comments set reply_count = ${n(150)} where id = ${commentId}`);
  await run(sql`update posts set comment_count = ${2 * n(150)} where id = ${postId}`);
  const roomId = await createChatRoom(t, student, byRole.PROFESSOR);
  await run(sql`
    insert into chat_messages (room_id, sender_id, content, created_at)
    select ${roomId}, ${student.id}, ${text(LIMITS.chatMessageMax)}, ${now} from generate_series(1, ${n(250)})`);
  await run(sql`
    insert into notifications (member_id, type, content, target_url, created_at)
    select m, 'other', ${text(120)}, '/main', ${now}
    from generate_series(1, ${n(100)}), unnest(${sql.raw(`array[${student.id}, ${byRole.ADMIN.id}]`)}) m`);
  await run(sql`
    insert into inquiries (member_id, title, content, category, state, reply, created_at, completed_at)
    select ${student.id}, ${text(100)}, ${text(LIMITS.inquiryMax)}, 'GENERAL', 'COMPLETED',
      ${text(LIMITS.inquiryMax)}, ${now}, ${now} from generate_series(1, ${n(60)})`);
  await run(sql`
    with made as (
      insert into lectures (title, year, semester, grade, intro, theme_color, location, professor_name, creator_id)
      select ${text(90)} || g, 2026, 2, 1 + g % 4, ${text(200)}, '#aabbcc', ${text(40)}, ${text(36)} || g,
        ${byRole.PROFESSOR.id} from generate_series(1, ${n(400)}) g returning id)
    insert into lecture_slots (lecture_id, position, dow, start_hour, end_hour)
    select id, p, 1 + p, 9, 12 from made, generate_series(0, 2) p`);
  await run(sql`
    insert into academic_dates (title, kind, starts_on, ends_on, note)
    select ${text(LIMITS.academicTitleMax)}, 'EXAM', '2026-11-20', '2026-11-29', ${text(LIMITS.academicNoteMax)}
    from generate_series(1, ${n(1000)})`);
  await run(sql`
    insert into post_scraps (post_id, member_id, created_at)
    select id, ${student.id}, ${now} from posts where author_id = ${student.id}`);
  await run(sql`
    with liked as (insert into post_likes (post_id, member_id, created_at)
      select id, ${student.id}, ${now} from posts where author_id = ${student.id} returning post_id)
    update posts set like_count = 1, self_like_count = 1 where id in (select post_id from liked)`);
  await run(sql`
    insert into post_follows (post_id, member_id)
    select id, ${student.id} from posts where author_id = ${student.id} on conflict do nothing`);
  await run(sql`analyze`);
  return { world, postId, commentId, roomId, teamId };
}

async function idOf({ t }: World, query: ReturnType<typeof sql>): Promise<number> {
  const { rows } = await t.db.execute<{ id: string }>(query);
  return Number(rows[0]?.id);
}
