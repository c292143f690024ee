import { LIMITS } from '@naru/contract/limits';
import { sql } from 'drizzle-orm';
import { compareLinks } from '../features/audit/audit.repo.ts';
import type { TestApp } from './test-app.ts';

/** What holds between requests, each as a query for the rows that break it. */
const INVARIANTS: Record<string, string> = {
  'likes of posts are counted': `
    select id, like_count from posts p
    where like_count <> (select count(*) from post_likes l where l.post_id = p.id)
        + (select count(*) from sealed_post_likes l where l.post_id = p.id)
      or self_like_count not between 0 and least(like_count, 1)`,
  'comments of posts are counted': `
    select id, comment_count from posts p where deleted_at is null and comment_count <>
      (select count(*) from comments c where c.post_id = p.id and c.deleted_at is null)`,
  'replies are counted': `
    select id, reply_count from comments c where reply_count <>
      (select count(*) from comments r where r.parent_id = c.id and r.deleted_at is null)`,
  'likes of comments are counted': `
    select id, like_count from comments c
    where like_count <> (select count(*) from comment_likes l where l.comment_id = c.id)
      + (select count(*) from sealed_comment_likes l where l.comment_id = c.id)`,
  'posts of boards are counted': `
    select coalesce(b.board_type, n.board_type) as board, b.post_count, n.posts
    from board_counters b full join (
      select board_type, count(*) as posts from posts
      where deleted_at is null and lecture_id is null group by 1) n using (board_type)
    where coalesce(b.post_count, 0) <> coalesce(n.posts, 0)`,
  'votes are counted': `
    select post_id from polls p
    where voter_count <> (select count(*) from poll_ballots b where b.post_id = p.post_id)
      or counts <> array(select (select count(*) from poll_ballots b where b.post_id = p.post_id
          and b.choices & (1 << (o - 1)) <> 0)::integer from generate_series(1, option_count) o order by o)`,
  'accepted members are counted': `
    select post_id from teams t where accepted_count <> (
      select count(*) from team_applications a where a.post_id = t.post_id and a.state = 'ACCEPTED')`,
  'the room of a team has its members only': `
    select s.room_id, s.member_id from chat_room_members s
    join chat_rooms r on r.id = s.room_id join posts p on p.id = r.team_id
    where not s.is_out and p.author_id is distinct from s.member_id and not exists (select from team_applications a
      where a.post_id = p.id and a.member_id = s.member_id and a.state = 'ACCEPTED')`,
  'signatures are counted': `
    select post_id from petitions p
    where signature_count <> (select count(*) from petition_signatures s where s.post_id = p.post_id)`,
  'an answer is owed once the threshold is reached': `
    select post_id from petitions
    where (reached_at is null) <> (owed_on is null) or (reached_at is null and signature_count >= threshold)`,
  'petitions are posts of their board': `
    select post_id from petitions where not exists (
      select from posts where id = post_id and board_type = 'PETITION')`,
  'posts say whether they have a poll': `
    select id from posts p
    where has_poll <> exists (select from polls q where q.post_id = p.id)`,
  'timetables with a lecture are counted': `
    select id, marked_count from lectures l
    where marked_count <> (select count(*) from lecture_marks m where m.lecture_id = l.id)`,
  'no two bookings have a unit at once': `
    select a.id from bookings a join bookings b on b.unit_id = a.unit_id and b.id > a.id
      and b.starts_at < a.ends_at and b.ends_at > a.starts_at
    where a.state in ('OFFERED', 'REQUESTED', 'BOOKED') and b.state in ('OFFERED', 'REQUESTED', 'BOOKED')`,
  'unread messages are counted': `
    select room_id, member_id, unread_count from chat_room_members m
    where unread_count > (select count(*) from chat_messages c where c.room_id = m.room_id
      and c.sender_id <> m.member_id and not c.is_withheld and c.id > greatest(m.read_id, m.hidden_id))`,
  'chat rooms have their two members': `
    select id from chat_rooms r
    where low_id is not null and array(select member_id from chat_room_members m where m.room_id = r.id order by 1)
      <> array[r.low_id, r.high_id]`,
  'reactions are at messages that are there': `
    select message_id, member_id from chat_reactions e
    where not exists (select from chat_messages m join chat_room_members s on s.room_id = m.room_id
      where m.id = e.message_id and s.member_id = e.member_id and m.recalled_at is null)`,
  'replies are in the room of what they reply to': `
    select id from chat_messages m where reply_to_id is not null and not exists (
      select from chat_messages o where o.id = m.reply_to_id and o.room_id = m.room_id and o.id < m.id)`,
  'accepted answers are live comments of the post': `
    select id from posts p where deleted_at is null and accepted_comment_id is not null and not exists (
      select from comments c
      where c.id = p.accepted_comment_id and c.post_id = p.id and c.deleted_at is null)`,
  'replies hang on a comment of the same post': `
    select c.id from comments c left join comments p on p.id = c.parent_id
    where c.parent_id is not null and (p.id is null or p.post_id <> c.post_id or p.parent_id is not null)`,
  'inquiries have an asker': `
    select id from inquiries i where num_nonnulls(member_id, author_seal) = 0
      and not exists (select from outside_reporters o where o.inquiry_id = i.id)`,
  'hidden content keeps its text': `
    select id from posts p where deleted_at is null
      and (blinded_at is not null) <> exists (select from blinds b where b.post_id = p.id)
    union all
    select id from comments c where deleted_at is null
      and (blinded_at is not null) <> exists (select from blinds b where b.comment_id = c.id)`,
  'the search holds the visible posts': `
    select coalesce(p.id, s.post_id) from post_search s full join (select id from posts
      where deleted_at is null and blinded_at is null and lecture_id is null) p on p.id = s.post_id
    where p.id is null or s.post_id is null`,
  'anonymous content names no member': `
    select p.id from posts p where p.anonymous and (p.author_id is not null
      or exists (select from comments c where c.post_id = p.id and c.author_id is not null)
      or exists (select from uploads u where u.post_id = p.id and u.owner_id is not null))`,
  'pictures of comments belong to them': `
    select c.id from comments c where picture is not null and deleted_at is null
      and not exists (select from uploads u where u.comment_id = c.id)`,
  'times follow from timetables': `
    select coalesce(t.member_id, m.member_id) from (
      select member_id, lecture_id, position from timetable_times where lecture_id is not null) t
    full join (select member_id, lecture_id, position from lecture_marks join lecture_slots
      using (lecture_id)) m using (member_id, lecture_id, position)
    where t.member_id is null or m.member_id is null`,
  'friendships are asked by one of the two': `
    select id from friendships where requester_id not in (low_id, high_id)`,
  'inquiries continue those of the same member': `
    select i.id from inquiries i join inquiries p on p.id = i.previous_id
    where p.member_id is distinct from i.member_id`,
  'ended accounts have no session, role, feed, friend or last day': `
    select id from members m where withdrawn_at is not null and (
      exists (select from sessions s where s.member_id = m.id and s.revoked_at is null)
      or exists (select from member_roles r where r.member_id = m.id)
      or exists (select from feeds f where f.member_id = m.id)
      or exists (select from account_uses u where u.member_id = m.id)
      or exists (select from friendships f where m.id in (f.low_id, f.high_id)))`,
  'blocked names are names of anonymous posts': `
    select b.post_id from alias_blocks b join posts p on p.id = b.post_id
    where not p.anonymous or (b.number > 0 and not exists (
      select from anonymous_numbers n where n.post_id = b.post_id and n.number = b.number))`,
  'texts are composed': `
    select id from posts where title is not nfc normalized
    union all select id from comments where content is not nfc normalized
    union all select id from members where nickname is not nfc normalized
    union all select id from lectures where title is not nfc normalized
    union all select id from inquiries where content is not nfc normalized`,
  'texts are within their limits': `
    select id from posts where octet_length(content) > ${LIMITS.contentMaxBytes}
      or char_length(title) > ${LIMITS.titleMax} * 12 or cardinality(image_urls) > ${LIMITS.imagesPerPost}
    union all select id from comments where char_length(content) > ${LIMITS.commentMax} * 12
    union all select id from chat_messages where char_length(content) > ${LIMITS.chatMessageMax} * 12
    union all select id from members where char_length(nickname) > ${LIMITS.nicknameMax} * 12
      or char_length(intro) > ${LIMITS.introMax} * 12`,
  'members are within their limits': over({
    drafts: ['member_id', LIMITS.draftsMax],
    alert_words: ['member_id', LIMITS.alertWords],
    post_follows: ['member_id', LIMITS.followedPosts],
    alias_blocks: ['member_seal', LIMITS.aliasBlocks],
    'lecture_marks join lectures l on l.id = lecture_id': [
      'member_id, year, semester',
      LIMITS.marksPerTerm,
    ],
    private_entries: ['member_id, year, semester', LIMITS.entriesPerTerm],
    private_entry_slots: ['entry_id', LIMITS.entryTimesMax],
    'timetable_plans where deleted_at is null': ['member_id, year, semester', LIMITS.plansPerTerm],
  }),
  'boards, posts and the site are within their limits': over({
    'posts where pinned and deleted_at is null and lecture_id is null': [
      'board_type',
      LIMITS.pinsPerBoard,
    ],
    board_heads: ['board_type', LIMITS.headsKept],
    scheduled_notices: ['board_type', LIMITS.scheduledPerBoard],
    'attachments where post_id is not null': ['post_id', LIMITS.attachmentsMax],
    'attachments where inquiry_id is not null': ['inquiry_id', LIMITS.attachmentsMax],
    lecture_slots: ['lecture_id', LIMITS.lectureTimesMax],
    sources: ['id is null', LIMITS.sources],
    'service_keys where revoked_at is null': ['id is null', LIMITS.serviceKeys],
    "banners where banner_type = 'NORMAL'": ['banner_type', LIMITS.bannersNormal],
    "banners where banner_type = 'MEDIA'": ['banner_type', LIMITS.bannersMedia],
  }),
  'no transaction is left open': `
    select pid, query from pg_stat_activity where datname = current_database()
      and state like 'idle in transaction%' and state_change < clock_timestamp() - interval '1 second'`,
};

/** Groups with more rows than the limit, by table and condition. */
function over(tables: Record<string, [columns: string, max: number]>): string {
  const parts = Object.entries(tables).map(
    ([from, [columns, max]]) =>
      `select '${from.split(' ')[0]}' as name, count(*) from ${from} group by ${columns} having count(*) > ${max}`,
  );
  return parts.join(' union all ');
}

const CHAIN = 'the audit log is one chain';

export const INVARIANT_NAMES = [...Object.keys(INVARIANTS), CHAIN];

/** Returns a line with the first rows of each invariant that the database breaks, apart from the chain. */
export async function findBrokenRows(
  query: (text: string) => Promise<readonly unknown[]>,
): Promise<string[]> {
  const lines: string[] = [];
  for (const [name, text] of Object.entries(INVARIANTS)) {
    const rows = await query(`${text} limit 3`);
    if (rows.length > 0) lines.push(`${name}: ${JSON.stringify(rows)}`);
  }
  return lines;
}

/** The same with the chain, when the work of earlier requests is done. */
export async function findBroken(t: TestApp): Promise<string[]> {
  await t.services.events.drain();
  const lines = await findBrokenRows(async (text) => (await t.db.execute(sql.raw(text))).rows);
  for (let after: number | null = 0; after !== null; ) {
    const { broken, last }: Awaited<ReturnType<typeof compareLinks>> = await compareLinks(
      t.db,
      after,
    );
    if (broken !== null) lines.push(`${CHAIN}: ${broken}`);
    after = last;
  }
  return lines;
}
