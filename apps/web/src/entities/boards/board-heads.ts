import type { BoardType } from '@naru/contract/boards';
import type { BoardHeads } from '@naru/contract/heads';
import { useQuery } from '@tanstack/react-query';
import { siteConfigQuery } from '../settings/site-config.ts';

/** An app that stays open for days learns of new heads, too. */
const FRESH_MS = 600_000;

/** The heads that writers of a board may choose; none until they are known. */
export function useBoardHeads(board: BoardType): Pick<BoardHeads, 'heads' | 'isRequired'> {
  const { data } = useQuery({ ...siteConfigQuery, staleTime: FRESH_MS });
  return data?.heads?.find(({ boardType }) => boardType === board) ?? NONE;
}

const NONE = { heads: [], isRequired: false };
