import { BOARDS, type BoardType, findBoard } from '@naru/contract/boards';

/** How long a page waits for its configuration or a title, in milliseconds; it then comes without. */
export const PATIENCE_MS = 1_000;
/** The address of a board, also its former one, or of a post on it. */
const ADDRESS =
  /^\/(?:main\/community|board)\/([a-z_]{1,20})(?:\/post\/([1-9]\d{0,14}))?\/?(?:\?|$)/i;

/** What other programs show of a link; nothing of a page that is no board. */
export interface LinkPreview {
  title?: string;
  board?: string;
  /** The path without what does not belong to it. */
  path?: string;
}

type FindTitle = (boardType: BoardType, postId: number) => Promise<string | null>;

/**
 * Describes an address by its board, which a guest may know, and by the title that `findTitle` has for everybody:
 * the same for each reader, and for a post whether it exists or not.
 */
export function createLinkPreviews(findTitle: FindTitle | undefined, patienceMs = PATIENCE_MS) {
  return async (address: string): Promise<LinkPreview> => {
    const [, slug = '', id] = ADDRESS.exec(address) ?? [];
    const type = findBoard(slug)?.type;
    if (type === undefined) return {};
    const { name: board } = BOARDS[type];
    const path = `/main/community/${BOARDS[type].slug}${id === undefined ? '' : `/post/${id}`}`;
    if (id === undefined || findTitle === undefined) return { title: board, board, path };
    const title = await within(findTitle(type, Number(id)), patienceMs);
    return { title: title ?? board, board, path };
  };
}

/** Null for what takes longer, or fails. */
export async function within<T>(promise: Promise<T>, milliseconds: number): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined;
  const patience = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, milliseconds, null);
  });
  try {
    return await Promise.race([promise.catch(() => null), patience]);
  } finally {
    clearTimeout(timer);
  }
}
