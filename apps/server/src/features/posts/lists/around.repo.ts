import type { BoardType } from '@naru/contract/boards';
import { LIMITS } from '@naru/contract/limits';
import { eq, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../../db/client.ts';
import { type Statement, statement } from '../../../db/pipeline.ts';
import { members, posts } from '../../../db/schema/index.ts';
import { viewerPlaceholders } from '../../../domain/access/room-access.sql.ts';
import type { Viewer } from '../../../domain/access/room-access.ts';
import { isLive } from '../../../domain/posts/post.sql.ts';
import { type ItemRow, itemColumns } from '../items/item.repo.ts';

export type AroundRow = ItemRow & { isNewer: boolean };

type Input = Viewer & { boardType: BoardType; id: number };

/**
 * Prepares the posts of a board on both sides of one, by time, `LIMITS.postsAround` on each, newest
 * first; none for a post that is deleted or on another board.
 */
export function prepareAround(db: Db) {
  const boardType = sql.placeholder('boardType');
  const size = sql.raw(String(LIMITS.postsAround));
  // Of the pinned ones and of the others, because the index of the boards keeps them apart.
  const side = (isNewer: boolean, compared: SQL, order: SQL) => sql`(
    select near.id as hit_id, ${sql.raw(String(isNewer))} as is_newer from here
    cross join (values (true), (false)) as pin(is_pinned)
    cross join lateral (
      select ${posts.id}, ${posts.createdAt} from ${posts}
      where ${posts.boardType} = ${boardType} and ${posts.pinned} = pin.is_pinned and ${isLive}
        and (${posts.createdAt}, ${posts.id}) ${compared} (here.created_at, here.id)
      order by ${posts.createdAt} ${order}, ${posts.id} ${order} limit ${size}
    ) as near
    order by near.created_at ${order}, near.id ${order} limit ${size})`;
  const hits = sql`with here as materialized (
      select ${posts.id}, ${posts.createdAt} from ${posts}
      where ${posts.id} = ${sql.placeholder('id')} and ${posts.boardType} = ${boardType} and ${isLive}
    )
    ${side(true, sql`>`, sql`asc nulls first`)} union all ${side(false, sql`<`, sql`desc nulls last`)}`;
  const prepared = db
    .select({ isNewer: sql<boolean>`is_newer`, ...itemColumns(viewerPlaceholders) })
    .from(sql`(${hits}) as hits`)
    .innerJoin(posts, sql`${posts.id} = hit_id`)
    .leftJoin(members, eq(members.id, posts.authorId))
    .orderBy(sql`${posts.createdAt} desc, ${posts.id} desc`)
    .prepare('posts_around');
  return (input: Input): Statement<AroundRow[]> =>
    statement(prepared, { ...input }, (rows) => rows as AroundRow[]);
}
