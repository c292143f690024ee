import { Ban } from 'lucide-react';
import { useBlock } from '../../entities/friends/use-block.ts';
import { confirmDialog } from '../../ui/ask.ts';
import { Button } from '../../ui/button.tsx';
import { FRIEND_TEXTS } from './friends.texts.ts';

type UnblockButtonProps = { memberId: number; name: string; size?: 'sm' | 'md' };

export function UnblockButton({ memberId, name, size }: UnblockButtonProps) {
  const block = useBlock(memberId);
  const unblock = async () => {
    if (await confirmDialog({ title: FRIEND_TEXTS.unblockAsk, confirmLabel: '차단 해제' })) {
      block.mutate(false);
    }
  };
  return (
    <Button
      size={size}
      icon={<Ban size={16} aria-hidden="true" />}
      aria-label={`${name} 님 차단 해제`}
      pending={block.isPending}
      onClick={() => void unblock()}
    >
      차단 해제
    </Button>
  );
}
