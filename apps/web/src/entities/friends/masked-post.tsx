import { ANONYMOUS_AUTHOR_NAME } from '@naru/contract/boards';
import { Ban } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { useAliasAction } from './use-alias-block.ts';

type MaskedPostProps = { postId: number; isAnonymous: boolean };

/** In place of the text of a post whose author the viewer has blocked. */
export function MaskedPost({ postId, isAnonymous }: MaskedPostProps) {
  const { label, change } = useAliasAction(postId, ANONYMOUS_AUTHOR_NAME, true);
  return (
    <div className="grid justify-items-start gap-3">
      <p className="text-ink-3">
        {isAnonymous
          ? '나에게만 가려져 있습니다.'
          : '나에게만 가려져 있습니다. 차단 목록에서 차단을 해제할 수 있습니다.'}
      </p>
      {isAnonymous && (
        <Button icon={<Ban size={16} />} onClick={() => void change()}>
          {label}
        </Button>
      )}
    </div>
  );
}
