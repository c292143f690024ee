import type { FriendStatus, MemberSummary } from '@naru/contract/friends';
import { Ban, Check, Clock, UserPlus } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { useBlock } from '../../entities/friends/use-block.ts';
import { confirmDialog } from '../../ui/ask.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import {
  useAcceptFriend,
  useAddFriend,
  useDeclineFriend,
  useWithdrawRequest,
} from './friends.mutations.ts';

type PersonProps = { member: Pick<MemberSummary, 'id' | 'nickName'>; size?: 'sm' | 'md' };

function FriendMark() {
  return (
    <Badge tone="tide">
      <Check size={12} />
      친구
    </Badge>
  );
}

/** In place of the pressed button, whose focus it takes. */
function Answered({ children }: { children: ReactNode }) {
  const box = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    if (document.activeElement === document.body) box.current?.focus({ preventScroll: true });
  }, []);
  return (
    <span ref={box} tabIndex={-1}>
      {children}
    </span>
  );
}

type RespondProps = PersonProps & {
  /** False: the other member has taken the request back. */
  isOpen?: boolean | undefined;
};

/** Shows the answer in place of the buttons, so that nothing moves under the finger. */
export function RespondButtons({ member, size, isOpen = true }: RespondProps) {
  const { id, nickName } = member;
  const accept = useAcceptFriend(id);
  const decline = useDeclineFriend(id);
  if (accept.isSuccess)
    return (
      <Answered>
        <FriendMark />
      </Answered>
    );
  if (decline.isSuccess)
    return (
      <Answered>
        <Badge>거절함</Badge>
      </Answered>
    );
  if (!(isOpen || accept.isPending || decline.isPending)) return <Badge>취소된 요청</Badge>;
  return (
    <>
      <Button
        variant="primary"
        size={size}
        aria-label={`${nickName} 님의 친구 요청 수락`}
        pending={accept.isPending}
        disabled={decline.isPending}
        onClick={() => accept.mutate()}
      >
        수락
      </Button>
      <Button
        size={size}
        aria-label={`${nickName} 님의 친구 요청 거절`}
        pending={decline.isPending}
        disabled={accept.isPending}
        onClick={() => decline.mutate()}
      >
        거절
      </Button>
    </>
  );
}

function AddButton({ member: { id, nickName }, size }: PersonProps) {
  const add = useAddFriend(id);
  return (
    <Button
      variant="primary"
      size={size}
      icon={<UserPlus size={16} />}
      aria-label={`${nickName} 님에게 친구 추가 요청`}
      pending={add.isPending}
      onClick={() => add.mutate()}
    >
      친구 추가
    </Button>
  );
}

function SentButton({ member: { id, nickName }, size }: PersonProps) {
  const withdrawal = useWithdrawRequest(id);
  return (
    <Button
      size={size}
      icon={<Clock size={16} />}
      aria-label={`${nickName} 님에게 요청 보냄, 누르면 취소`}
      pending={withdrawal.isPending}
      onClick={() => void withdrawal.remove()}
    >
      요청 보냄
    </Button>
  );
}

type StatusActionsProps = PersonProps & { member: { friendStatus: FriendStatus } };

export function StatusActions(props: StatusActionsProps) {
  switch (props.member.friendStatus) {
    case 'none':
      return <AddButton {...props} />;
    case 'sent':
      return <SentButton {...props} />;
    case 'received':
      return <RespondButtons {...props} />;
    case 'friend':
      return <FriendMark />;
  }
}

export function UnblockButton({ member: { id, nickName }, size }: PersonProps) {
  const block = useBlock(id);
  return (
    <UnblockAction
      label={`${nickName} 님 차단 해제`}
      who={nickName}
      size={size}
      pending={block.isPending}
      onConfirm={() => block.mutate(false)}
    />
  );
}

type UnblockProps = {
  label: string;
  /** Whose block the question is about. */
  who: string;
  /** The anonymous post in which the name is blocked. */
  where?: string;
  size?: 'sm' | 'md' | undefined;
  pending: boolean;
  onConfirm: () => void;
};

export function UnblockAction({ label, who, where, size, pending, onConfirm }: UnblockProps) {
  const unblock = async () => {
    const title = `${who} 님의 차단을 해제할까요?`;
    const question = { title, body: where && `글: ${where}`, confirmLabel: '차단 해제' };
    if (await confirmDialog(question)) onConfirm();
  };
  return (
    <Button
      size={size}
      icon={<Ban size={16} />}
      aria-label={label}
      pending={pending}
      onClick={() => void unblock()}
    >
      차단 해제
    </Button>
  );
}
