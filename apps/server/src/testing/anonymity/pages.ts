import { BOARD_TYPES, type BoardType } from '@naru/contract/boards';
import { isShort, pairsOf } from '../pairs.ts';
import type { AnonymityWorld } from './anonymity-world.ts';

const BOARDS: readonly BoardType[] = ['SECRET', 'POPULAR', 'FREE', 'QNA'];

/** Every address of the web app whose page comes with posts. */
export const pagesOf = ({ posts, chosen, room }: AnonymityWorld): string[] => [
  '/main',
  ...BOARD_TYPES.map((board) => `/main/community/${board.toLowerCase()}`),
  ...pairsOf(BOARDS, [...posts, ...chosen.posts, ...room.questions], isShort).map(
    ([board, id]) => `/main/community/${board.toLowerCase()}/post/${id}`,
  ),
];
