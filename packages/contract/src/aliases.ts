import { ANONYMOUS_AUTHOR_NAME, ANONYMOUS_NAME } from './boards.ts';

/** The number under which the author of a post is blocked in the thread. */
export const POST_AUTHOR_NUMBER = 0;

/** A name that can be blocked in an anonymous thread. */
export const ALIAS = new RegExp(`^(?:${ANONYMOUS_AUTHOR_NAME}|${ANONYMOUS_NAME}[1-9]\\d{0,8})$`);

/** The number of a name in an anonymous thread. */
export function numberOfAlias(alias: string): number {
  return alias === ANONYMOUS_AUTHOR_NAME
    ? POST_AUTHOR_NUMBER
    : Number(alias.slice(ANONYMOUS_NAME.length));
}

/** The name that has this number in an anonymous thread. */
export function aliasOfNumber(number: number): string {
  return number === POST_AUTHOR_NUMBER ? ANONYMOUS_AUTHOR_NAME : `${ANONYMOUS_NAME}${number}`;
}
