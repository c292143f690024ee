import { and, eq, isNull, ne, not, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { prepare } from '../../db/fast/fast.ts';
import { members, posts, type StoredMention } from '../../db/schema/index.ts';
import { memberViewer, roomAccess } from '../../domain/access/room-access.sql.ts';
import { isLive } from '../../domain/posts/post.sql.ts';
import type { StoredComment } from './comments.read.repo.ts';

export type { StoredMention } from '../../db/schema/index.ts';

const of = sql.placeholder;

/** A member with the present nickname. */
export interface FoundMember {
  id: number;
  name: string;
  /** Whether a notification reaches them. */
  isNotified: boolean;
}

/** Finds the members of lower-case nicknames who may read an open post, without the writer. */
export function prepareFindNamed(
  db: Db,
  wantsNotification: (memberId: unknown) => SQL | undefined,
) {
  const select = db
    .select({
      id: members.id,
      name: members.nickname,
      isNotified: sql<boolean>`(${wantsNotification(of('memberId'))})`,
    })
    .from(posts)
    .innerJoin(members, sql`lower(${members.nickname}) = any(${of('names')}::text[])`)
    .where(
      and(
        eq(posts.id, of('postId')),
        isLive,
        not(posts.anonymous),
        isNull(members.withdrawnAt),
        ne(members.id, of('memberId')),
        sql`${roomAccess(memberViewer(members.id))} = 'open'`,
      ),
    );
  const query = prepare(db, 'find_mentioned', select);
  return (values: { postId: number; memberId: number; names: readonly string[] }) =>
    query(values, (rows): FoundMember[] => rows);
}

/** A mention with the present nickname, which may differ from the name in the text. */
interface NamedMention extends StoredMention {
  nickname: string;
}

/** A comment as it can be shown. */
export type CommentRow = Omit<StoredComment, 'mentions'> & { mentions: NamedMention[] | null };

/**
 * Adds the present nicknames to what comments mention; withdrawn members are left out, so that their
 * name stays plain text. In a statement of its own, as few pages of comments mention somebody.
 */
export function prepareNameMentioned(db: Db) {
  const select = db
    .select({ id: members.id, nickname: members.nickname })
    .from(members)
    .where(and(sql`${members.id} = any(${of('ids')}::bigint[])`, isNull(members.withdrawnAt)));
  const query = prepare(db, 'name_mentioned', select);
  return async (rows: readonly StoredComment[]): Promise<readonly CommentRow[]> => {
    if (mentionNobody(rows)) return rows;
    const ids = new Set(rows.flatMap(({ mentions }) => mentions?.map(({ id }) => id) ?? []));
    const found = await query({ ids: [...ids] })(db);
    const nicknames = new Map(found.map(({ id, nickname }) => [id, nickname]));
    return rows.map((row) => ({ ...row, mentions: named(row.mentions, nicknames) }));
  };
}

function mentionNobody(
  rows: readonly StoredComment[],
): rows is readonly (StoredComment & { mentions: null })[] {
  return rows.every(({ mentions }) => mentions === null);
}

function named(
  mentions: readonly StoredMention[] | null,
  nicknames: ReadonlyMap<number, string>,
): NamedMention[] | null {
  const shown = (mentions ?? []).flatMap((mention) => {
    const nickname = nicknames.get(mention.id);
    return nickname === undefined ? [] : [{ ...mention, nickname }];
  });
  return shown.length === 0 ? null : shown;
}
