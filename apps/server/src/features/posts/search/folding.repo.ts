import { sql } from 'drizzle-orm';
import type { Executor } from '../../../db/client.ts';
import { posts } from '../../../db/schema/index.ts';

/** Writes the folded texts of up to `limit` posts after `afterId`; returns the id of the last one, or null without any. */
export async function foldNext(
  db: Executor,
  { afterId, limit }: { afterId: number; limit: number },
): Promise<number | null> {
  const { rows } = await db.execute<{ last: string | null }>(sql`
    with part as materialized (
      select id, title, content_text from ${posts} where id > ${afterId} order by id limit ${limit}
    ), different as materialized (
      select id, title, content_text, nullif(search_text(title), title) as folded_title,
        nullif(search_text(content_text), content_text) as folded_text
      from part where search_text(title) <> title or search_text(content_text) <> content_text
    ), folded as (
      update ${posts} set folded_title = different.folded_title, folded_text = different.folded_text
      from different where ${posts.id} = different.id
        -- A change meanwhile has folded the post.
        and ${posts.title} = different.title and ${posts.contentText} = different.content_text
        and row(${posts.foldedTitle}, ${posts.foldedText})
          is distinct from row(different.folded_title, different.folded_text)
    )
    select max(id) as last from part`);
  return rows[0]?.last == null ? null : Number(rows[0].last);
}
