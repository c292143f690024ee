import { and, eq, sql } from 'drizzle-orm';
import type { Db, Executor } from '../../db/client.ts';
import { banners, videos } from '../../db/schema/index.ts';
import { createUploadRows, STATUS } from './uploads.repo.ts';

const isOfBanner = sql`exists (select 1 from ${banners} where ${banners.targetUrl} in (
  '/files/videos/' || ${videos.key} || '.mp4', '/files/videos/' || ${videos.key} || '.webm'))`;

export const videoRows = createUploadRows({
  table: videos,
  isUnused: sql`not ${isOfBanner}`,
  isOfDeleted: () => sql`false`,
});

/** Whether the video is a checked upload of the member. */
export async function isReadyVideo(
  db: Executor,
  use: { key: string; contentType: string; memberId: number },
): Promise<boolean> {
  const rows = await db
    .select({ key: videos.key })
    .from(videos)
    .where(
      and(
        eq(videos.key, use.key),
        eq(videos.contentType, use.contentType),
        eq(videos.status, STATUS.ready),
        eq(videos.ownerId, use.memberId),
      ),
    )
    .for('update');
  return rows.length > 0;
}

export async function isStoredVideo(db: Db, key: string): Promise<boolean> {
  const rows = await db
    .select({ key: videos.key })
    .from(videos)
    .where(and(eq(videos.key, key), eq(videos.status, STATUS.ready)));
  return rows.length > 0;
}

export async function findVideoType(db: Executor, key: string): Promise<string | null> {
  const [row] = await db
    .select({ contentType: videos.contentType })
    .from(videos)
    .where(eq(videos.key, key));
  return row?.contentType ?? null;
}
