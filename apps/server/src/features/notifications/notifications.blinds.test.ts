import type { LiveEvent } from '@naru/contract/events';
import type { NotificationItem } from '@naru/contract/notifications';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createSeal } from '../../platform/seal.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { presentNewest, renewEvents, withoutBlindedTexts } from './notifications.present.ts';
import type { NewestRow } from './notifications.repo.ts';

const at = new Date('2026-11-20T00:00:00Z');
const [POST, COMMENT] = ['블라인드 처리된 글입니다.', '블라인드 처리된 댓글입니다.'];
const FREE = '/main/community/free/post';
const seal = createSeal(Buffer.alloc(64, 1));

let t: TestDatabase;
/** Posts and comments 1 are blinded, 2 are not. */
beforeAll(async () => {
  t = await createTestDatabase(inject('adminUrl'));
  await t.db.execute(sql`insert into posts (id, board_type, title, content, content_text)
    values (1, 'FREE', '가', '가', '가'), (2, 'FREE', '나', '나', '나')`);
  await t.db.execute(
    sql`insert into comments (id, post_id, content) values (1, 2, '다'), (2, 2, '라')`,
  );
  await t.db.execute(sql`insert into blinds (post_id, comment_id, content)
    values (1, null, '가'), (null, 1, '다')`);
});
afterAll(() => t.drop());

const notice = (targetUrl: string) =>
  ({
    content: '하늘 높이',
    excerpt: '욕설',
    date: '2026-11-20T09:00:00+09:00',
    targetUrl,
  }) as NotificationItem;
const textOf = ({ content, excerpt }: Partial<NotificationItem>) => [content, excerpt];
const SHOWN = ['하늘 높이', '욕설'];

const URLS: [string, (string | null)[]][] = [
  ['/main', SHOWN],
  [`${FREE}/2`, SHOWN],
  [`${FREE}/2#comment-2`, SHOWN],
  [`${FREE}/2#comment-1`, [COMMENT, null]],
  [`${FREE}/1`, [POST, null]],
  [`${FREE}/1#comment-2`, [POST, null]],
];

describe('notifications about what is blinded', () => {
  it('lose the words that they quote, each by itself', async () => {
    const items = URLS.map(([url]) => notice(url));
    const shown = await withoutBlindedTexts(t.db, items);
    expect(shown.map(textOf)).toEqual(URLS.map(([, text]) => text));
    expect(shown.map(({ targetUrl }) => targetUrl)).toEqual(URLS.map(([url]) => url));
  });

  const row = (values: Partial<NewestRow>) =>
    ({
      postId: null,
      targetUrl: '/main',
      targetSeal: null,
      content: '하늘 높이',
      words: '욕설',
      cause: null,
      createdAt: at,
      readAt: null,
      isPostBlinded: false,
      isCommentBlinded: false,
      ...values,
    }) as NewestRow;

  it('are known by their row, or by the address of a row that names no post', async () => {
    const rows = [
      row({ postId: 2, targetUrl: `${FREE}/2` }),
      row({ targetUrl: `${FREE}/2#comment-1` }),
      row({ postId: 1, targetUrl: `${FREE}/1`, isPostBlinded: true }),
      row({ postId: 2, targetUrl: `${FREE}/2#comment-2`, isCommentBlinded: true }),
      row({}),
    ];
    const shown = await presentNewest(t.db, rows, seal);
    expect(shown.map(textOf)).toEqual([
      SHOWN,
      [COMMENT, null],
      [POST, null],
      [COMMENT, null],
      SHOWN,
    ]);
  });

  it('are not looked up when all rows name their posts', async () => {
    const rows = [row({ postId: 1, targetUrl: `${FREE}/1` })];
    expect((await presentNewest({} as never, rows, seal)).map(textOf)).toEqual([SHOWN]);
  });

  it('lose them in stored events, once they are older than a minute', async () => {
    const event = (url: string) => ({ type: 'notice', notice: notice(url) }) as LiveEvent;
    const events = [{ type: 'work' } as const, event(`${FREE}/1`), event(`${FREE}/2`)];
    const renewed = async (age: number) =>
      (await renewEvents(t.db, events, new Date(at.getTime() + age))).map((one) =>
        one.type === 'notice' ? textOf(one.notice) : one,
      );
    expect(await renewed(60_000)).toEqual([{ type: 'work' }, SHOWN, SHOWN]);
    expect(await renewed(60_001)).toEqual([{ type: 'work' }, [POST, null], SHOWN]);
  });
});
