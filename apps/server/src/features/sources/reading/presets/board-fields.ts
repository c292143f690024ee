const HIDDEN = /<input\b[^<>]{0,300}\bhidden\b[^<>]{0,300}>/gi;
const BOARD_NAME = /\bname\s{0,3}=\s{0,3}["']?(bbsId|bbsNo|boardId|boardNo|menuNo)["'\s/>]/;
const BOARD_VALUE = /\bvalue\s{0,3}=\s{0,3}["']?([\w-]{1,60})["'\s/>]/;

/** What the forms of a page say of the board, which the address of its list may leave out. */
export function boardFieldsOf(html: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const [input] of html.matchAll(HIDDEN)) {
    const name = BOARD_NAME.exec(input)?.[1];
    const value = BOARD_VALUE.exec(input)?.[1];
    if (name !== undefined && value !== undefined && !found.has(name)) found.set(name, value);
  }
  return found;
}
