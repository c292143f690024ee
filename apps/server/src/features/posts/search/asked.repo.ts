import type { PostFilter } from '@naru/contract/choices';
import { type SQL, sql } from 'drizzle-orm';

export interface Search {
  filter: PostFilter;
  /** By `searchWords`. */
  query: string;
  /** Maximum number of hits. */
  max: number;
  /** Milliseconds after which it returns what it has found. */
  ms: number;
}

/** What the statement of a search depends on beside its values. */
export interface SearchKind {
  filter: PostFilter;
  /** One character, one pair about which the index alone decides, or anything else. */
  form: 'letter' | 'pair' | 'words';
}

export interface Asked extends SearchKind {
  query: SQL;
  hasCase: SQL;
  max: SQL;
  ms: SQL;
}

/** As in the SQL function `letter_pairs`. */
const PAIR = /[^ \t\n\v\f\r]{2}/u;
/** A query that reads the same in lower case, and is part of no letter's lower case. */
const WITHOUT_CASE = /^[가-힣ㄱ-ㅎㅏ-ㅣ0-9 ]+$/;
/** A query about which the index alone decides: none of these letters has another length in lower case. */
const ONE_PAIR = /^[\p{Lo}\p{N}a-zA-Z]{2}$/u;

export function searchKind({ filter, query }: Pick<Search, 'filter' | 'query'>): SearchKind {
  const form = !PAIR.test(query) ? 'letter' : ONE_PAIR.test(query) ? 'pair' : 'words';
  return { filter, form };
}

/** Whether texts must be compared with the query in lower case. */
export function hasCase(query: string): boolean {
  return !WITHOUT_CASE.test(query);
}

export function asked(search: Search): Asked {
  return {
    ...searchKind(search),
    query: sql`${search.query}::text`,
    hasCase: sql`${hasCase(search.query)}::boolean`,
    max: sql`${search.max}`,
    ms: sql`${search.ms}::integer`,
  };
}

/**
 * Case-insensitive match without wildcards: each word of the query is part of one of the texts, in any
 * order.
 */
export function contain(texts: SQL[], { query, hasCase: isCased }: Asked): SQL {
  const anyHas = (word: SQL, read: (text: SQL, at: number) => SQL) =>
    sql`(${sql.join(
      texts.map((text, at) => sql`strpos(${read(text, at)}, ${word}) > 0`),
      sql` or `,
    )})`;
  const lowered = (text: SQL) => sql`lower(${text})`;
  const named = texts.map(
    (text, at) => sql`
    case when ${isCased} then lower(${text}) else ${text} end as ${textName(at)}`,
  );
  // Lower case takes longer than the search for the query in it, and a list of words than one word.
  return sql`case when strpos(${query}, ' ') > 0
      then (select bool_and(${anyHas(sql`word`, (_, at) => textName(at))})
        from (select ${sql.join(named, sql`, `)} offset 0) as read,
          unnest(string_to_array(case when ${isCased} then lower(${query}) else ${query} end, ' ')) as word)
      when ${isCased} then ${anyHas(lowered(query), lowered)}
      else ${anyHas(query, (text) => text)} end`;
}

const textName = (at: number) => sql.raw(`read_${at}`);
