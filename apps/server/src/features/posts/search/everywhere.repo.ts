import { LECTURE_BOARD_TYPES, type PostBoardType } from '@naru/contract/boards';
import { LIMITS } from '@naru/contract/limits';
import { eq, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Db } from '../../../db/client.ts';
import { prepare, type Statement } from '../../../db/fast/fast.ts';
import {
  lectureMarks,
  lectures,
  memberBlocks,
  members,
  postSearch,
  posts,
} from '../../../db/schema/index.ts';
import { postsOfBlockedAliases } from '../../../domain/access/blocks.sql.ts';
import { lectureAccess, viewerPlaceholders } from '../../../domain/access/room-access.sql.ts';
import type { Viewer } from '../../../domain/access/room-access.ts';
import { writerColumns } from '../../../domain/authorship/author.sql.ts';
import { isListed, type RowOf } from '../../../domain/posts/post.sql.ts';
import { headOfPost } from '../items/item.repo.ts';
import { type Asked, hasCase, type Search, type SearchKind, searchKind } from './asked.repo.ts';
import { fileExcerpt, filesOf } from './files.repo.ts';
import { matches, writersOf } from './search.repo.ts';
import { endOf, isInTime, pairsOf, walkOf } from './walk.repo.ts';

// Constants, so that PostgreSQL can reuse a plan.
const FOUND = sql.raw(String(LIMITS.searchFound));
/** Lecture rooms of one member that are searched, from the newest term. */
const ROOMS = sql.raw('40');
/** Posts of each tab of a room that are compared, from the newest. */
const NEWEST_OF_TAB = sql.raw('100');
/** Writers whose posts are looked up. */
const WRITERS = sql.raw('200');
/** Characters of an excerpt, and those before the words. */
const EXCERPT = sql.raw('140');
const BEFORE = sql.raw('40');

const lectureBoards = sql.raw(LECTURE_BOARD_TYPES.map((type) => `'${type}'`).join(', '));

const { memberId, seal } = viewerPlaceholders;
const boards = sql`${sql.placeholder('boards')}::text[]`;
const since = sql`${sql.placeholder('since')}::timestamptz`;
const query = sql`${sql.placeholder('query')}::text`;

const columns = {
  id: posts.id,
  title: posts.title,
  boardType: sql<PostBoardType>`${posts.boardType}`,
  lectureId: posts.lectureId,
  lectureTitle: lectures.title,
  ...writerColumns(posts),
  createdAt: posts.createdAt,
  commentCount: posts.commentCount,
  head: headOfPost,
  isAnswered: sql<boolean>`${posts.acceptedCommentId} is not null`,
  excerpt: sql<string>`substr(${posts.contentText}, excerpt_start, ${EXCERPT})`,
  isCutBefore: sql<boolean>`coalesce(file.is_cut_before, excerpt_start > 1)`,
  /** A file that has the words, and what stands around them, when the text of the post does not. */
  fileName: sql<string | null>`file.name`,
  fileExcerpt: sql<string | null>`file.excerpt`,
  isCutAfter: sql<boolean>`coalesce(file.is_cut_after, char_length(${posts.contentText}) >= excerpt_start + ${EXCERPT})`,
};

export type FoundRow = RowOf<typeof columns>;

interface Input extends Viewer, Pick<Search, 'filter' | 'query' | 'ms'> {
  /** Community boards to search. */
  boards: readonly string[];
  /** Whether to search the viewer's lecture rooms. */
  hasRooms: boolean;
  since: Date;
  now: Date;
  limit: number;
  offset: number;
}

export interface FoundPage {
  /** Of all hits, `LIMITS.searchFound` at most. */
  total: number;
  /** There may be more: the search ended at one of its bounds. */
  isPartial: boolean;
  rows: FoundRow[];
}

/**
 * Prepared statements for one page of a search over boards and the viewer's lecture rooms, newest first.
 * They find neither what is deleted or blinded nor posts whose author the viewer blocks, except notices.
 * `query` has two adjacent characters.
 */
export function prepareEverywhere(db: Db, noticeBoards: readonly string[]) {
  const notices = sql`array[${sql.raw(noticeBoards.map((boardType) => `'${boardType}'`).join(', '))}]::text[]`;
  const searches = new Map<string, ReturnType<typeof prepareSearch>>();

  return (input: Input): Statement<FoundPage> => {
    const { limit, offset, ...values } = input;
    const shown = { first: offset + 1, last: offset + limit, hasCase: hasCase(input.query) };
    return prepared(searchKind(input))({ ...values, ...shown }, (rows) => ({
      total: rows[0]?.total ?? 0,
      isPartial: rows[0]?.isPartial ?? false,
      // A page without posts is one row without a post.
      rows: rows.filter(({ hitId }) => hitId !== null) as unknown as FoundRow[],
    }));
  };

  function prepared(kind: SearchKind) {
    const name = `everywhere_${kind.filter}_${kind.form}`;
    const search = searches.get(name) ?? prepareSearch(name, kind);
    searches.set(name, search);
    return search;
  }

  function prepareSearch(name: string, kind: SearchKind) {
    const search = {
      ...kind,
      query,
      hasCase: sql`${sql.placeholder('hasCase')}::boolean`,
      max: FOUND,
      ms: sql`${sql.placeholder('ms')}::integer`,
    };
    const shown = sql`found.ids[${sql.placeholder('first')}::integer:${sql.placeholder('last')}::integer]`;
    const placeOf = (words: SQL) =>
      sql`search_place(${posts.contentText}, ${posts.foldedText}, ${words})`;
    const place = sql`coalesce(nullif(${placeOf(query)}, 0), ${placeOf(sql`split_part(${query}, ' ', 1)`)})`;
    const select = db
      .select({
        total: sql<number>`cardinality(found.ids)`,
        isPartial: sql<boolean>`found."isPartial"`,
        hitId: sql<number | null>`hit_id`,
        ...columns,
      })
      // The offset keeps PostgreSQL from finding the hits for each of their uses.
      .from(sql`(${hitsOf(search)} offset 0) as found`)
      .leftJoin(sql`unnest(${shown}) with ordinality as page(hit_id, place)`, sql`true`)
      .leftJoin(posts, sql`${posts.id} = hit_id`)
      .leftJoin(
        sql`lateral (select greatest(${place} - ${BEFORE}, 1) as excerpt_start) as excerpt`,
        sql`true`,
      )
      .leftJoin(fileExcerpt(search), sql`true`)
      .leftJoin(lectures, eq(lectures.id, posts.lectureId))
      .leftJoin(members, eq(members.id, posts.authorId))
      .orderBy(sql`page.place`);
    return prepare(db, name, select);
  }

  /** Selects one row: the ids of the hits and whether they are partial. */
  function hitsOf(search: Asked): SQL {
    const writers = sql`(select ids from writers)::bigint[]`;
    const isHit = matches(search, writers);
    // The rooms have half of the time besides.
    const inTime = isInTime(search, sql`1.5`);
    const week = sql`search_week(${sql.placeholder('now')}::timestamptz)`;
    const walk = walkOf({
      start: sql`select ${week} + 1 as week where cardinality(${boards}) > 0`,
      hits: boardHitsOfSpan(search, writers),
      isHit,
      search,
      firstWeek: sql`search_week(${since})`,
    });
    const inPlaces = sql`(${posts.lectureId} is null and ${posts.boardType} = any(${boards})
        or ${posts.lectureId} in (select id from rooms))
      and ${posts.createdAt} >= ${since} and ${isShown(posts.id, posts)}`;
    return sql`with recursive
      blocked as materialized (
        select array(select ${memberBlocks.blockedId} from ${memberBlocks} where ${memberBlocks.blockerId} = ${memberId}) as ids,
          array(${postsOfBlockedAliases(seal)}) as posts
      ),
      writers as materialized (select (${writersOf(search)})[:${WRITERS}] as ids),
      ${pairsOf(query)},
      ${walk},
      rooms as materialized (
        select ${lectures.id} from ${lectures}
        where ${sql.placeholder('hasRooms')}::boolean and ${lectures.id} in (
            select ${lectureMarks.lectureId} from ${lectureMarks} where ${lectureMarks.memberId} = ${memberId}
            union select own.id from ${lectures} as own where own.professor_id = ${sql.placeholder('ownerId')}::bigint)
          and ${lectureAccess(viewerPlaceholders)} = 'open'
        order by ${lectures.year} desc, ${lectures.semester} desc, ${lectures.id} desc limit ${ROOMS}
      ),
      ${filesOf(search, inPlaces)}
      select array(select id from (
        select ${posts.id}, ${posts.createdAt} from ${posts}
        where ${posts.id} = any((select hits from walked)::bigint[])
        union all
        select ${posts.id}, ${posts.createdAt} from rooms
        cross join unnest(array[${lectureBoards}]) as tab(name)
        cross join lateral (
          select ${posts}.* from ${posts}
          where ${posts.lectureId} = rooms.id and ${posts.boardType} = tab.name and ${isListed}
            and ${posts.createdAt} >= ${since}
          order by ${posts.createdAt} desc nulls last, ${posts.id} desc nulls last limit ${NEWEST_OF_TAB}
        ) as posts
        where ${inTime} and (${isHit}) and ${isShown(posts.id, posts)}
        union
        select ${posts.id}, ${posts.createdAt} from ${posts} where ${posts.id} = any((select ids from files)::bigint[])
      ) as hit order by created_at desc, id desc limit ${FOUND}) as ids,
      (select keys from files) as "fileKeys", ${endOf(search.ms, sql`2`)} as "endsAt",
      coalesce((select is_partial from walked), false) or (select is_partial from files)
        or not ${inTime} as "isPartial"`;
  }

  /** What the index finds in a span of weeks, and the posts of the writers. */
  function boardHitsOfSpan({ filter }: Asked, writers: SQL): SQL {
    const byText = (fields: string) => sql`
      select ${postSearch.postId} as id, ${postSearch.createdAt} from ${postSearch}
      where ${postSearch.boardType} = any(${boards}) and ${postSearch.createdAt} >= ${since}
        and ${postSearch.tokens} @@ (
          select string_agg('(' || fields || ')', '&')::tsquery from (
            select string_agg('''' || search_field(board, field) || pair || span.digits || ''':*', '|') as fields
            from pairs, unnest(${boards}) as board, unnest(array[${sql.raw(fields)}]) as field group by pair
          ) as each)
        and ${isShown(postSearch.postId, postSearch)}`;
    const byWriter = sql`
      select one.id, one.created_at from unnest(${writers}) as writer(id)
      cross join lateral (
        select ${posts.id}, ${posts.createdAt} from ${posts}
        where ${posts.authorId} = writer.id and not ${posts.anonymous}
          and ${posts.boardType} = any(${boards}) and ${isListed} and ${posts.createdAt} >= ${since}
          and ${posts.createdAt} >= to_timestamp(span.week * 604800::double precision)
          and ${posts.createdAt} < to_timestamp(walk.week * 604800::double precision)
          and ${isShown(posts.id, posts)}
        order by ${posts.createdAt} desc, ${posts.id} desc limit ${FOUND}
      ) as one`;
    return {
      title: byText(`'t'`),
      content: byText(`'c'`),
      writer: byWriter,
      all: sql`${byText(`'t', 'c'`)} union (${byWriter})`,
    }[filter];
  }

  function isShown(
    id: SQLWrapper,
    { authorId, boardType }: Record<'authorId' | 'boardType', SQLWrapper>,
  ): SQL {
    return sql`(coalesce(${authorId} <> all((select ids from blocked)::bigint[]), true)
        and ${id} <> all((select posts from blocked)::bigint[])
      or ${boardType} = any(${notices}))`;
  }
}
