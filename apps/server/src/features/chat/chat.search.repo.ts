import { sql } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { containsText } from '../../db/contains.ts';
import { chatMessages, members } from '../../db/schema/index.ts';
import { isShownTo } from '../../domain/access/blocks.sql.ts';

interface Search {
  roomId: number;
  memberId: number;
  query: string;
  /** Both excluded. */
  afterId: number;
  beforeId: number;
  /** Messages to read, and the most hits. */
  messages: number;
  hits: number;
}

interface Row extends Record<string, unknown> {
  /** Of what was read; null for nothing. */
  total: number;
  oldestId: number | null;
  /** Null in the one row without a hit. */
  id: number | null;
  senderId: number;
  senderName: string;
  senderImage: string | null;
  senderLeftAt: Date | null;
  content: string;
  createdAt: string;
}

/** Searches a bounded number of the newest messages between two ids, newest hit first. */
export async function searchMessages(db: Executor, search: Search) {
  const { rows } = await db.execute<Row>(sql`
    with read as materialized (
      select id, sender_id, content, created_at from ${chatMessages}
      where room_id = ${search.roomId} and id > ${search.afterId} and id < ${search.beforeId}
        and ${isShownTo(search.memberId)}
      order by id desc nulls last limit ${search.messages}
    ), hit as (
      select * from read where ${containsText(sql`content`, search.query)}
      order by id desc limit ${search.hits}
    )
    select whole.total, whole.oldest as "oldestId", hit.id, hit.sender_id as "senderId", hit.content,
      hit.created_at as "createdAt", m.nickname as "senderName", m.profile_image_url as "senderImage",
      m.withdrawn_at as "senderLeftAt"
    from (select count(*) as total, min(id) as oldest from read) as whole left join hit on true
      left join ${members} m on m.id = hit.sender_id
    order by hit.id desc`);
  const [first] = rows;
  return {
    total: Number(first?.total ?? 0),
    oldestId: first?.oldestId ?? null,
    hits: rows.flatMap(({ id, createdAt, total: _total, oldestId: _oldest, ...hit }) =>
      id === null ? [] : [{ ...hit, id, createdAt: new Date(createdAt) }],
    ),
  };
}
