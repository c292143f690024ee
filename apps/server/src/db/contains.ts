import { initialsPattern } from '@naru/contract/initials';
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';

/** True for values that contain each of the `words`, in any order, both folded. */
export function containsText(column: SQLWrapper, words: string): SQL {
  return sql`(select bool_and(strpos(read.text, word) > 0)
    from (select search_folded(${column}) as text offset 0) as read,
      unnest(string_to_array(search_folded(${words}::text), ' ')) as word)`;
}

/**
 * `containsText`; words of nothing but initial consonants, such as ㅇㄱㅈㄴ, also find syllables that begin with
 * them.
 */
export function containsName(column: SQLWrapper, words: string): SQL {
  const contains = containsText(column, words);
  const initials = initialsPattern(words);
  return initials === null
    ? contains
    : sql`(${contains} or search_text(${column}) ~ ${initials}::text)`;
}
