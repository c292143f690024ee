import { blockedOf } from '../../../domain/posts/board-versions.ts';
import type { PageReader } from '../../../platform/actor.ts';
import { shareResponse } from '../../../platform/shared-responses.ts';
import type { ItemRow } from '../items/item.repo.ts';

export interface SharedPosts<Result> {
  /** From when on, in milliseconds, another response is right. */
  until: number;
  /** Null when the reader needs a response of its own. */
  presentTo(reader: PageReader): Result | null;
  /** A view was counted: the number is never lowered. */
  raiseViews(postId: number, viewCount: number): void;
  /** How many posts there are. */
  size: number;
  /** They are cached, and contain all changes up to this version. */
  confirm(version: string): void;
}

interface Options<Result> {
  rows: readonly ItemRow[];
  /** When they were read. */
  now: Date;
  /** Further limit of their time in milliseconds. */
  until?: number;
  hasMarked: (reader: PageReader) => boolean;
  /** The rows are those above, in their order, as the reader may see them. */
  present: (rows: readonly ItemRow[], isMarked: boolean) => Result;
  confirm?: (version: string) => void;
}

/**
 * Posts that were read for nobody in particular, and responses to readers. Those who block none of the
 * authors share one response, or two where marks are shown.
 */
export function sharePosts<Result extends object>(options: Options<Result>): SharedPosts<Result> {
  const { now, present, hasMarked } = options;
  let { rows } = options;
  const shared = new Map<boolean, Result>();
  // Staff and the members of the lecture room may read more than others.
  const isPersonal = rows.some(({ lectureTag }) => lectureTag?.access === 'closed');
  const expiries = rows
    .map(({ expiresAt }) => expiresAt?.getTime() ?? 0)
    .filter((time) => time > now.getTime());

  return {
    until: Math.min(options.until ?? Number.POSITIVE_INFINITY, ...expiries),
    size: rows.length,
    confirm: options.confirm ?? (() => undefined),

    presentTo(reader) {
      const blocked = blockedOf(reader);
      if (isPersonal || blocked === null) return null;
      const isMarked = hasMarked(reader);
      const isBlocked = ({ id, authorId }: ItemRow) =>
        authorId === null ? blocked.posts.has(id) : blocked.members.has(authorId);
      if (rows.some(isBlocked)) {
        return present(
          rows.map((row) => ({ ...row, isBlocked: isBlocked(row) })),
          isMarked,
        );
      }
      const known = shared.get(isMarked) ?? shareResponse(present(rows, isMarked));
      shared.set(isMarked, known);
      return known;
    },

    raiseViews(postId, viewCount) {
      const isLower = (row: ItemRow) => row.id === postId && row.viewCount < viewCount;
      if (!rows.some(isLower)) return;
      rows = rows.map((row) => (isLower(row) ? { ...row, viewCount } : row));
      shared.clear();
    },
  };
}
