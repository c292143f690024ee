import { ANONYMOUS_AUTHOR_NAME } from '@naru/contract/boards';
import { Ban } from 'lucide-react';
import type { MenuItem } from '../../ui/menu.tsx';
import { useAliasAction } from './use-alias-block.ts';

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
  const { label, change } = useAliasAction(id, ANONYMOUS_AUTHOR_NAME, blocked);
  if (!isAnonymous || isAuthor) return [];
  return [{ label, icon: <Ban size={16} />, danger: !blocked, onSelect: () => void change() }];
}
