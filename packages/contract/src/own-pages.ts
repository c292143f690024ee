import { findBoard } from './boards.ts';

const ID = '[1-9]\\d{0,15}';
const BOARD = '([a-z_]{1,20})';

/** Pages that a link of the staff may lead to; a group captures a board, which must exist. */
const PAGES = [
  '/main',
  `/main/community/${BOARD}`,
  `/main/community/${BOARD}/post/${ID}`,
  `/write/${BOARD}`,
  '/main/(?:calendar|petitions)',
  `/main/bookings(?:/${ID})?`,
  '/main/study-dashboard',
  '/main/study-dashboard/(?:catalog|waiting|friends|reviews)',
  `/main/study-dashboard/${ID}(?:/(?:reviews|${ID}))?`,
  '/search',
  '/chat-mail',
  '/mypage(?:/activity|/account(?:/[a-z-]{1,20})?)?',
  '/support',
  '/terms',
  '/privacy',
].map((page) => new RegExp(`^${page}/?$`));
/** What may follow the path: a search and a fragment without characters that need escaping. */
const REST = /^(?:\?[\w=&%.~+-]*)?(?:#[\w-]*)?$/;

/** True for the path of a page of this site that every member can open, such as `/main/community/free`. */
export function isOwnPage(address: string): boolean {
  const end = address.search(/[?#]/);
  const path = end < 0 ? address : address.slice(0, end);
  if (!REST.test(address.slice(path.length))) return false;
  return PAGES.some((page) => {
    const [match, board] = page.exec(path) ?? [];
    return match !== undefined && (board === undefined || findBoard(board) !== null);
  });
}
