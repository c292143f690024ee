import { ANONYMOUS_AUTHOR_NAME } from '@naru/contract/boards';
import { Ban } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import type { MenuItem } from '../../ui/menu.tsx';
import { useAliasAction } from './use-alias-block.ts';

interface Post {
  id: number;
  isAuthor: boolean;
  blocked?: boolean | undefined;
}

/** The menu entry that blocks the author of an anonymous post in its thread; none on own and on named posts. */
export function useAliasMenu(
  { id, isAuthor, blocked = false }: Post,
  isAnonymous: boolean,
): MenuItem[] {
  const { label, change } = useAliasAction(id, ANONYMOUS_AUTHOR_NAME, blocked);
  if (!isAnonymous || isAuthor) return [];
  return [{ label, icon: <Ban size={16} />, danger: !blocked, onSelect: () => void change() }];
}

type MaskedPostProps = { postId: number; isAnonymous: boolean };

/** In place of the text of a post whose author the viewer has blocked. */
export function MaskedPost({ postId, isAnonymous }: MaskedPostProps) {
  const { label, change } = useAliasAction(postId, ANONYMOUS_AUTHOR_NAME, true);
  return (
    <>
      <p className="text-ink-3">나에게만 가려져 있습니다.</p>
      {isAnonymous && (
        <Button className="mt-3" icon={<Ban size={16} />} onClick={() => void change()}>
          {label}
        </Button>
      )}
    </>
  );
}
