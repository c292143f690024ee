import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Tx } from '../../db/client.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import { explain, recordAllStatements } from '../posts/posts.fixture.ts';
import { changeContent, setGone } from './notifications.groups.repo.ts';
import {
  type Concerned,
  type Followed,
  prepareFollowCauses,
} from './notifications.standing.repo.ts';

const AT = new Date('2026-11-29T00:00:00Z');

/** 200 members with 150 notifications each, of every kind that follows its causes. */
const FILL = `
  set session_replication_role = replica;
  insert into members (username, email, nickname, name, password_hash)
    select 'm' || n, 'm' || n || '@example.invalid', '항해' || n, '회원', '' from generate_series(1, 200) n;
  insert into lectures (title, year, semester, grade, theme_color, professor_id, created_at)
    select '강의 ' || n, 2026, 2, 1, '#aabbcc', n, now() from generate_series(1, 200) n;
  insert into posts (board_type, lecture_id, author_id, title, content, content_text, created_at)
    select case when n % 20 = 0 then 'LECTURE_Q' else 'FREE' end, case when n % 20 = 0 then 1 + n / 20 % 200 end,
      1 + n % 200, '글', '<p>글</p>', '글', now() from generate_series(1, 20000) n;
  insert into comments (post_id, position, author_id, content, mentions, created_at)
    select 1 + n % 4000, n, 1 + n * 7 % 200, '댓글', '[]', now() from generate_series(1, 8000) n;
  insert into post_likes (post_id, member_id, created_at)
    select p, 1 + (p * 3 + n * 11) % 200, now() from generate_series(1, 4000) p, generate_series(1, 2) n
    on conflict do nothing;
  insert into comment_likes (comment_id, member_id, created_at)
    select id, 1 + (id * 3) % 200, now() from comments;
  insert into notifications (member_id, type, sub_type, content, post_id, comment_id, causes, cause, group_key,
      created_at, read_at)
    select 1 + n % 200, kind.type, kind.sub_type, '알림', case when kind.sub_type is distinct from 'blinded' then 1 + n end,
      case when kind.type = 'comment' then 1 + n end,
      case when kind.type <> 'notice' and kind.sub_type is distinct from 'blinded' then array[1 + n]::bigint[] end,
      jsonb_build_object('facts', jsonb_build_object('actor', '항해1님', 'post', jsonb_build_object('id', 1 + n))),
      concat_ws(' ', kind.type, kind.sub_type, n), now() - make_interval(mins => n), case when n % 3 > 0 then now() end
    from generate_series(1, 3750) n, (values ('comment', null), ('comment', 'reply'), ('comment', 'mention'),
      ('like', null), ('notice', null), ('notice', 'must-read'), ('other', 'followed-board'), ('other', 'blinded')
    ) as kind (type, sub_type);
  analyze`;

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
  const client = await t.database.pool.connect();
  try {
    for (const statement of FILL.split(';')) await client.query(statement);
  } finally {
    // It has another setting than the others.
    client.release(true);
  }
});
afterAll(() => t.close());

const of = (concerned: Concerned) => async (tx: Tx) => {
  const [lock, compare] = prepareFollowCauses(t.db)(concerned, AT);
  await lock(tx);
  return compare(tx);
};
const group = { memberIds: [3, 4, 5], groupKeys: ['like 2', 'like 3'] };

const STATEMENTS: [name: string, run: (tx: Tx) => Promise<Followed[]>, index: string][] = [
  ['comments below a post', of({ comments: 333 }), 'notifications_about_idx'],
  ['what staff did to them', of({ comments: 333 }), 'notifications_handled_idx'],
  ['mentions', of({ mentions: 333 }), 'notifications_about_idx'],
  ['a notice to be read', of({ mustRead: 333 }), 'notifications_about_idx'],
  ['a post', of({ post: 333 }), 'notifications_about_idx'],
  ['a post of a followed board', of({ post: 333 }), 'notifications_causes_idx'],
  ['applications', of({ applications: [333] }), 'notifications_about_idx'],
  ['likes', of({ likes: 333, memberId: 133 }), 'notifications_about_idx'],
  ['a lecture', of({ lecture: 4 }), 'posts_lecture_idx'],
  ['a lecture and a member', of({ lecture: 4, memberId: 21 }), 'posts_lecture_idx'],
  ['a member', of({ memberId: 150 }), 'notifications_member_idx'],
  ['work that is done', (tx) => setGone(tx, { ...group, isGone: true }, AT), 'notifications_'],
  ['work that is back', (tx) => setGone(tx, { ...group, isGone: false }, AT), 'notifications_'],
  [
    'work of another number',
    (tx) => changeContent(tx, { memberIds: [3], groupKey: 'like 2', content: '1건' }),
    'notifications_',
  ],
];

it.each(STATEMENTS)(
  'following %s reads no row but by an index [NOTIF-84]',
  async (_, run, index) => {
    const statements = await recordAllStatements(() => t.db.transaction(run));
    const asked = statements.filter(({ text }) => text.includes('"notifications"'));
    expect(asked.length).toBeGreaterThan(0);
    const plans = await Promise.all(asked.map((one) => explain(t.database.pool, one)));
    for (const nodes of plans) {
      const names = nodes.map((node) => node['Index Name'] ?? '');
      expect(names).toContainEqual(expect.stringContaining(index));
      const large = ['notifications', 'posts', 'comments', 'post_likes', 'comment_likes'];
      const scans = nodes.filter((node) => node['Node Type'] === 'Seq Scan');
      const scanned = scans.map((node) => node['Relation Name'] ?? '');
      expect(scanned.filter((name) => large.includes(name))).toEqual([]);
    }
  },
);
