import type { FriendStatus } from '@naru/contract/friends';
import { Check, Clock, UserPlus } from 'lucide-react';
import { confirmDialog } from '../../ui/ask.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import {
  useAcceptFriend,
  useAddFriend,
  useDeclineFriend,
  useRemoveFriend,
} from './friends.mutations.ts';

type PersonProps = { memberId: number; name: string; size?: 'sm' | 'md' };

export function RespondButtons({ memberId, name, size }: PersonProps) {
  const accept = useAcceptFriend(memberId);
  const decline = useDeclineFriend(memberId);
  const busy = accept.isPending || decline.isPending;
  return (
    <>
      <Button
        variant="primary"
        size={size}
        aria-label={`${name} 님의 친구 요청 수락`}
        pending={accept.isPending}
        disabled={busy && !accept.isPending}
        onClick={() => accept.mutate()}
      >
        수락
      </Button>
      <Button
        size={size}
        aria-label={`${name} 님의 친구 요청 거절`}
        pending={decline.isPending}
        disabled={busy && !decline.isPending}
        onClick={() => decline.mutate()}
      >
        거절
      </Button>
    </>
  );
}

function AddButton({ memberId, name, size }: PersonProps) {
  const add = useAddFriend(memberId);
  return (
    <Button
      variant="primary"
      size={size}
      icon={<UserPlus size={16} />}
      aria-label={`${name} 님에게 친구 추가 요청`}
      pending={add.isPending}
      onClick={() => add.mutate()}
    >
      친구 추가
    </Button>
  );
}

function SentButton({ memberId, name, size }: PersonProps) {
  const cancel = useRemoveFriend(memberId, '친구 요청을 취소했습니다.');
  const askCancel = async () => {
    const title = '보낸 친구 요청을 취소하시겠습니까?';
    if (await confirmDialog({ title, confirmLabel: '요청 취소' })) cancel.mutate();
  };
  return (
    <Button
      size={size}
      icon={<Clock size={16} />}
      aria-label={`${name} 님에게 요청 보냄, 누르면 취소`}
      pending={cancel.isPending}
      onClick={() => void askCancel()}
    >
      요청 보냄
    </Button>
  );
}

export function StatusActions({ status, ...person }: PersonProps & { status: FriendStatus }) {
  switch (status) {
    case 'none':
      return <AddButton {...person} />;
    case 'sent':
      return <SentButton {...person} />;
    case 'received':
      return <RespondButtons {...person} />;
    case 'friend':
      return (
        <Badge tone="tide">
          <Check size={12} />
          친구
        </Badge>
      );
  }
}
