import type { Tx } from '@naru/server/db/client';
import { blinds, comments, inquiries, posts } from '@naru/server/db/schema';
import { notInArray, type SQL, sql } from 'drizzle-orm';
import type { DemoAuthors } from './demo-authors.ts';

/**
 * Puts hidden texts back where nobody else reported them, and into content of the demo, so that
 * emptying it empties everything.
 */
export async function removeDemoBlinds(tx: Tx, { ids, wrote }: DemoAuthors): Promise<void> {
  const isMine = wrote({ authorId: sql`c.author_id`, authorSeal: sql`c.author_seal` });
  const isUnreported = (type: string): SQL => sql`not exists (
    select 1 from ${inquiries} where ${inquiries.targetType} = ${type}
      and ${inquiries.targetId} = c.id and ${inquiries.state} = 'PROCESSING'
      and ${notInArray(inquiries.memberId, ids)})`;
  await tx.execute(sql`
    update ${posts} c set title = b.title, content = b.content, content_text = b.content_text,
      image_urls = b.image_urls, blinded_at = null
    from ${blinds} b where b.post_id = c.id and (${isMine} or ${isUnreported('POST')})`);
  await tx.execute(sql`
    update ${comments} c set content = b.content, blinded_at = null
    from ${blinds} b where b.comment_id = c.id and (${isMine} or ${isUnreported('COMMENT')})`);
  await tx.execute(sql`delete from ${blinds} b using ${posts} c
    where b.post_id = c.id and c.blinded_at is null`);
  await tx.execute(sql`delete from ${blinds} b using ${comments} c
    where b.comment_id = c.id and c.blinded_at is null`);
}
