import { ANONYMOUS_AUTHOR_NAME } from '@naru/contract/boards';
import { Ban } from 'lucide-react';
import type { MenuItem } from '../../ui/menu.tsx';
import { confirmAliasBlock, useAliasBlock } from './use-alias-block.ts';

interface Post {
  id: number;
  isAuthor: boolean;
  blocked?: boolean | undefined;
}

/** The menu entry of an anonymous post of another member that blocks its author there. */
export function useAliasMenu(
  { id, isAuthor, blocked = false }: Post,
  isAnonymous: boolean,
): MenuItem[] {
  const block = useAliasBlock(id);
  if (!isAnonymous || isAuthor) return [];
  const alias = ANONYMOUS_AUTHOR_NAME;
  const change = async () => {
    if (blocked || (await confirmAliasBlock(alias))) block.mutate({ alias, blocks: !blocked });
  };
  return [
    {
      label: blocked ? '차단 해제' : '차단',
      icon: <Ban size={16} />,
      danger: !blocked,
      onSelect: () => void change(),
    },
  ];
}
