import { Ban } from 'lucide-react';
import { useBlock } from '../../entities/friends/use-block.ts';
import { confirmDialog } from '../../ui/ask.ts';
import { Button } from '../../ui/button.tsx';

type UnblockButtonProps = { memberId: number; name: string; size?: 'sm' | 'md' };

export function UnblockButton({ memberId, name, size }: UnblockButtonProps) {
  const block = useBlock(memberId);
  const unblock = async () => {
    if (await confirmDialog({ title: '차단을 해제하시겠습니까?', confirmLabel: '차단 해제' })) {
      block.mutate(false);
    }
  };
  return (
    <Button
      size={size}
      icon={<Ban size={16} />}
      aria-label={`${name} 님 차단 해제`}
      pending={block.isPending}
      onClick={() => void unblock()}
    >
      차단 해제
    </Button>
  );
}
