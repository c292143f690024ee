import { findBoard } from '@naru/contract/boards';
import { toKst } from '../../platform/clock.ts';
import { writerName } from '../authorship/writer.ts';
import type { postColumns, RowOf } from './post.sql.ts';

type PostRow = Omit<RowOf<ReturnType<typeof postColumns>>, 'boardType'>;

/** Fields of every list and page; the writer is presented separately. */
export function presentPost(row: PostRow) {
  return {
    id: row.id,
    title: row.title,
    createdDate: toKst(row.createdAt),
    viewCount: row.viewCount,
    likeCount: row.likeCount,
    commentCount: row.commentCount,
    ...(row.isBlinded && { blinded: true }),
  };
}

/** The first picture of a post, and the further ones. */
export function presentPictures({ imageUrls: [cover, ...pictures] }: { imageUrls: string[] }) {
  return { imageUrls: cover ?? null, pictures };
}

type WrittenRow = Parameters<typeof writerName>[0] & { boardType: string };

/** The writer's name; the source for a notice that was copied from another site and has no author. */
export function postWriterName(row: WrittenRow): string {
  const source = findBoard(row.boardType)?.sourceName;
  return source && row.nickname === null && !row.isAnonymous ? source : writerName(row);
}
