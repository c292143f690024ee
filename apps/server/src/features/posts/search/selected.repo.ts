import type { BoardType } from '@naru/contract/boards';
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { Executor } from '../../../db/client.ts';
import { members, posts } from '../../../db/schema/index.ts';
import type { Viewer } from '../../../domain/access/room-access.ts';
import { isListed, isLive } from '../../../domain/posts/post.sql.ts';
import { itemColumns } from '../items/item.repo.ts';
import { isMarked } from '../lists/lists.repo.ts';
import type { Selection } from '../lists/selection.ts';
import { allOf, asked, boardHits, type Search } from './search.repo.ts';

const newestFirst = sql`${posts.createdAt} desc nulls last, ${posts.id} desc nulls last`;

/**
 * Selects, as `boardHits` does, the ids of at most `max` posts of a board that match the selection and the query, if there is
 * one, in the chosen order. Sorted by likes or comments, a board as a whole is read in the order of an
 * index; what conditions leave of it are the newest `max` posts, which are sorted then.
 */
export function selectedHits(boardType: BoardType, selection: Selection, search: Search): SQL {
  const { sortBy, ...conditions } = selection;
  const order = orderOf(sortBy);
  const max = sql.raw(String(search.max));
  // A constant, which the conditions of partial indexes are compared with.
  const onBoard = sql`${posts.boardType} = ${sql.raw(`'${boardType}'`)} and ${isListed}`;
  const isSelected = sql.join([onBoard, ...conditionsOf(conditions)], sql` and `);
  if (search.query !== '') {
    const found = boardHits(sql`${boardType}::text`, asked(search));
    return sql`with found as materialized (${found})
      select array(
        select ${posts.id} from ${posts}
        where ${posts.id} = any((select ids from found)::bigint[]) and ${isSelected}
        order by ${order} limit ${max}
      ) as ids, "isPartial" from found`;
  }
  if (sortBy === undefined || Object.keys(conditions).length === 0) {
    return allOf(
      sql`select ${posts.id} from ${posts} where ${isSelected} order by ${order} limit ${max}`,
    );
  }
  return allOf(sql`select id from (
      select ${posts.id}, ${posts.likeCount}, ${posts.commentCount}, ${posts.createdAt} from ${posts}
      where ${isSelected} order by ${newestFirst} limit ${max}
    ) as posts order by ${order}`);
}

function orderOf(sortBy: Selection['sortBy']): SQL {
  if (sortBy === undefined) return newestFirst;
  const count = { likes: posts.likeCount, comments: posts.commentCount }[sortBy];
  return sql`${count} desc nulls last, ${newestFirst}`;
}

function conditionsOf(chosen: Omit<Selection, 'sortBy'>): SQL[] {
  const { lectureTagId, headId, unanswered, onSale, minPrice, maxPrice } = chosen;
  return [
    ...(lectureTagId === undefined ? [] : [sql`${posts.lectureTagId} = ${lectureTagId}`]),
    ...(headId === undefined ? [] : [sql`${posts.headId} = ${headId}`]),
    ...(unanswered ? [sql`${posts.acceptedCommentId} is null`] : []),
    // Items from before trade statuses have none.
    ...(onSale ? [sql`coalesce(${posts.tradeStatus}, 'ON_SALE') = 'ON_SALE'`] : []),
    ...(minPrice === undefined ? [] : [sql`${posts.price} >= ${minPrice}`]),
    ...(maxPrice === undefined ? [] : [sql`${posts.price} <= ${maxPrice}`]),
  ];
}

/** Runs a query that selects one row, `ids` and `isPartial`. */
export async function findHits(
  db: Executor,
  values: { boardType: BoardType; memberId: number; hitsQuery: SQL },
) {
  const [row] = await db
    .select({
      isMarked: isMarked(values.boardType, values.memberId),
      ids: sql`ids`.mapWith(readIds),
      isPartial: sql<boolean>`"isPartial"`,
    })
    .from(sql`(${values.hitsQuery}) as found`);
  return row ?? { isMarked: false, ids: [], isPartial: false };
}

/** Keeps the order of `ids`; omits posts deleted meanwhile. */
export async function listByIds(db: Executor, viewer: Viewer, ids: readonly number[]) {
  if (ids.length === 0) return [];
  const rows = await db
    .select(itemColumns(viewer))
    .from(posts)
    .leftJoin(members, eq(members.id, posts.authorId))
    .where(and(inArray(posts.id, [...ids]), isLive));
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** Parses a bigint array, whose elements the driver returns as text. */
function readIds(value: unknown): number[] {
  return Array.isArray(value) ? value.map(Number) : [];
}
