import { type SQL, sql } from 'drizzle-orm';
import { pageAnchors, pageChanges, posts } from '../../../db/schema/index.ts';
import { isLive } from '../../../domain/posts/post.sql.ts';
import { boardOrder } from '../items/item.repo.ts';

/** Of the end of a board. */
const MAX_ID = sql`9223372036854775807`;

/**
 * Selects the ids of any page of a board as `hit_id`. The nearest anchor after the page is found by its
 * rank, so that at most about five hundred index entries are passed over, however far back the page is.
 * What has changed since the ranks were counted is added, so that the page is exact.
 */
export function pageHits({
  boardType,
  limit,
  offset,
}: Record<'boardType' | 'limit' | 'offset', SQL>): SQL {
  const changes = sql`from ${pageChanges} where ${pageChanges.boardType} = ${boardType}`;
  const anchors = sql`from ${pageAnchors} where ${pageAnchors.boardType} = ${boardType}`;
  const isBeforeAnchor = (place: SQL) =>
    sql`(${place}) < (anchor.pinned, anchor.created_at, anchor.post_id)`;
  // Posts of the board before the anchor, now.
  const rank = sql`anchor.rank + (select coalesce(sum(${pageChanges.step}), 0) ${changes}
    and ${isBeforeAnchor(sql`${pageChanges.pinned}, ${pageChanges.createdAt}, ${pageChanges.postId}`)})`;
  // An anchor's rank is now lower than the stored one by no more than the posts that left. Above the
  // highest rank only the end of the board is after the page: others of that rank may have new posts
  // behind them.
  return sql`select hit.id as hit_id
    from (
      select *, stored + change - ${offset}::bigint + left_count as lowest
      from (
        select coalesce((select max(${pageAnchors.rank}) ${anchors}), 0) as stored,
          coalesce(sum(${pageChanges.step}), 0) as change,
          coalesce(-sum(${pageChanges.step}) filter (where ${pageChanges.step} < 0), 0) as left_count
        ${changes}
      ) as counts
    ) as board
    cross join lateral (
      select * from (
        select ${pageAnchors.pinned}, ${pageAnchors.createdAt}, ${pageAnchors.postId}, ${pageAnchors.rank} ${anchors}
          and ${pageAnchors.rank} >= lowest
        order by ${pageAnchors.rank} limit 1
      ) as nearest
      union all
      select true, 'infinity', ${MAX_ID}, stored where lowest > stored or not exists (select ${anchors})
    ) as anchor
    cross join lateral (
      select ${posts.id} from ${posts}
      where ${posts.boardType} = ${boardType} and ${isLive}
        and ${isBeforeAnchor(sql`${posts.pinned}, ${posts.createdAt}, ${posts.id}`)}
      order by ${boardOrder}
      limit ${limit} offset ${rank} - (stored + change) + ${offset}::bigint
    ) as hit`;
}
