import { ANONYMOUS_NAME } from '@naru/contract/boards';
import type { ReportTarget } from '@naru/contract/choices';
import { asc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Executor } from '../../db/client.ts';
import {
  attachments,
  blinds,
  comments,
  members,
  posts,
  reportedContents,
} from '../../db/schema/index.ts';
import { writerColumns } from '../../domain/authorship/author.sql.ts';
import { memberName, presentWriter } from '../../domain/authorship/writer.ts';
import { listCourseReviews } from '../../domain/course-reviews/course-reviews.repo.ts';
import { postWriterName } from '../../domain/posts/post.present.ts';

/** The parts of a target that a report is about. */
export interface Version {
  title: string;
  text: string;
  pictures: string[];
  /** As `key/name`. */
  files: string[];
}

interface Written extends Version {
  type: ReportTarget;
  id: number;
  /** Null when it is anonymous. */
  memberId: number | null;
  writerName: string;
}

type Reader = (db: Executor, ids: readonly number[]) => Promise<Omit<Written, 'type'>[]>;

/** Staff read blinded content. */
const ofPost = alias(blinds, 'of_post');
const ofComment = alias(blinds, 'of_comment');

const picturesIn = (html: SQL) =>
  sql<
    string[]
  >`array(select found[1] from regexp_matches(${html}, '<img[^>]*\\ssrc="([^"]+)"', 'g') as found)`;

async function readPosts(db: Executor, ids: readonly number[]) {
  const rows = await db
    .select({
      ...writerColumns(posts),
      id: posts.id,
      boardType: posts.boardType,
      title: sql<string>`coalesce(${ofPost.title}, ${posts.title})`,
      text: sql<string>`coalesce(${ofPost.contentText}, ${posts.contentText})`,
      imageUrls: sql<string[]>`coalesce(${ofPost.imageUrls}, ${posts.imageUrls})`,
      shown: picturesIn(sql`coalesce(${ofPost.content}, ${posts.content})`),
      files: sql<
        string[]
      >`array(select key || '/' || name from ${attachments} where post_id = ${posts.id} order by position)`,
    })
    .from(posts)
    .leftJoin(ofPost, eq(ofPost.postId, posts.id))
    .leftJoin(members, eq(members.id, posts.authorId))
    .where(sql`${inArray(posts.id, [...ids])} and ${posts.deletedAt} is null`);
  return rows.map((row) => ({
    ...{ id: row.id, title: row.title, text: row.text, files: row.files },
    pictures: [...new Set([...row.imageUrls, ...row.shown])],
    memberId: presentWriter(row).writerId,
    writerName: postWriterName(row),
  }));
}

async function readComments(db: Executor, ids: readonly number[]) {
  const rows = await db
    .select({
      ...writerColumns(comments),
      id: comments.id,
      title: sql<string>`coalesce(${ofPost.title}, ${posts.title})`,
      text: sql<string>`coalesce(${ofComment.content}, ${comments.content})`,
      picture: comments.picture,
    })
    .from(comments)
    .innerJoin(posts, eq(posts.id, comments.postId))
    .leftJoin(ofPost, eq(ofPost.postId, posts.id))
    .leftJoin(ofComment, eq(ofComment.commentId, comments.id))
    .leftJoin(members, eq(members.id, comments.authorId))
    .where(
      sql`${inArray(comments.id, [...ids])} and ${comments.deletedAt} is null and ${posts.deletedAt} is null`,
    );
  return rows.map((row) => {
    const { writerId, writerNickname } = presentWriter(row);
    const pictures = row.picture === null ? [] : [row.picture.url];
    const { id, title, text } = row;
    return { id, title, text, pictures, files: [], memberId: writerId, writerName: writerNickname };
  });
}

async function readReviews(db: Executor, ids: readonly number[]) {
  const rows = await listCourseReviews(db, ids);
  return rows
    .filter(({ isDeleted }) => !isDeleted)
    .map(({ id, course: title, text }) => {
      const writer = { memberId: null, writerName: ANONYMOUS_NAME };
      return { id, title, text, pictures: [], files: [], ...writer };
    });
}

async function readProfiles(db: Executor, ids: readonly number[]) {
  const rows = await db
    .select({
      id: members.id,
      nickname: members.nickname,
      intro: members.intro,
      picture: members.profileImageUrl,
      withdrawnAt: members.withdrawnAt,
    })
    .from(members)
    .where(sql`${inArray(members.id, [...ids])} and ${members.withdrawnAt} is null`);
  return rows.map(({ id, nickname, intro, picture, withdrawnAt }) => {
    const name = memberName(nickname, withdrawnAt);
    const pictures = picture === null ? [] : [picture];
    return { id, title: name, text: intro, pictures, files: [], memberId: id, writerName: name };
  });
}

/** Reported messages are copied line by line (`reported_messages`). */
const READERS: Record<Exclude<ReportTarget, 'MESSAGE'>, Reader> = {
  POST: readPosts,
  COMMENT: readComments,
  COURSE_REVIEW: readReviews,
  MEMBER: readProfiles,
};

interface Ref {
  type: ReportTarget;
  id: number;
}

/** The targets as they are now; without those that are gone. */
export async function readWritten(db: Executor, refs: readonly Ref[]): Promise<Written[]> {
  const all: Written[] = [];
  for (const [type, read] of Object.entries(READERS) as [keyof typeof READERS, Reader][]) {
    const ids = refs.filter((ref) => ref.type === type).map(({ id }) => id);
    if (ids.length === 0) continue;
    all.push(...(await read(db, ids)).map((one) => ({ ...one, type })));
  }
  return all;
}

export async function insertReported(
  db: Executor,
  inquiryId: number,
  { type: _, id: __, ...written }: Written,
): Promise<void> {
  await db.insert(reportedContents).values({ inquiryId, ...written });
}

export async function listReported(db: Executor, inquiryIds: readonly number[]) {
  if (inquiryIds.length === 0) return [];
  return db
    .select()
    .from(reportedContents)
    .where(inArray(reportedContents.inquiryId, [...inquiryIds]))
    .orderBy(asc(reportedContents.inquiryId));
}
