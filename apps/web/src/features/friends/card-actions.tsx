import type { MemberCard } from '@naru/contract/members';
import { Ban, EllipsisVertical, Send, Siren, UserMinus } from 'lucide-react';
import { useState } from 'react';
import { useOpenRoom } from '../../entities/chat/use-open-room.ts';
import { useBlock } from '../../entities/friends/use-block.ts';
import { openReport } from '../../entities/report/report.ts';
import { useSiteConfig } from '../../entities/settings/site-config.ts';
import { PATHS } from '../../lib/paths.ts';
import { confirmDialog } from '../../ui/ask.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { LockDialog } from '../../ui/lock-dialog.tsx';
import { Menu, type MenuItem } from '../../ui/menu.tsx';
import { toast } from '../../ui/toast.ts';
import { useRemoveFriend } from './friends.mutations.ts';
import { StatusActions, UnblockButton } from './status-actions.tsx';

type CardActionsProps = { card: MemberCard; onLeave: () => void };

export function CardActions({ card, onLeave }: CardActionsProps) {
  if (card.isMe) return null;
  return (
    <div className="flex flex-wrap items-center justify-center gap-2">
      {card.isBlocked ? (
        <UnblockButton member={card} />
      ) : (
        <>
          <StatusActions member={card} />
          <MessageButton card={card} onLeave={onLeave} />
          <MoreMenu card={card} />
        </>
      )}
    </div>
  );
}

function MessageButton({ card, onLeave }: CardActionsProps) {
  const { data: config } = useSiteConfig();
  const [locked, setLocked] = useState(false);
  const room = useOpenRoom(onLeave);
  const send = () => {
    if (config?.settings.directMessage !== 'open') setLocked(true);
    else if (card.friendStatus === 'friend') room.mutate(card.id);
    else toast.info('친구에게만 메시지를 보낼 수 있습니다.');
  };
  return (
    <>
      <Button icon={<Send size={16} />} pending={room.isPending} onClick={send}>
        메시지 보내기
      </Button>
      <LockDialog open={locked} onClose={() => setLocked(false)} name="메시지 보내기">
        <p className="text-ink-2 text-md">친구와는 지금도 채팅에서 대화할 수 있습니다.</p>
        <LinkButton
          to={PATHS.chat}
          onClick={() => {
            setLocked(false);
            onLeave();
          }}
        >
          채팅으로 가기
        </LinkButton>
      </LockDialog>
    </>
  );
}

function MoreMenu({ card }: { card: MemberCard }) {
  const block = useBlock(card.id);
  const { remove } = useRemoveFriend(card.id);
  const askBlock = async () => {
    const title = '이 회원을 차단할까요?';
    const body =
      '이 회원의 글과 댓글이 나에게 가려집니다. 친구 관계가 끝나고, 이 회원의 친구 요청과 메시지, 알림이 오지 않습니다. 상대에게는 알리지 않습니다.';
    if (await confirmDialog({ title, body, confirmLabel: '차단', danger: true }))
      block.mutate(true);
  };
  const items: MenuItem[] = [
    {
      label: '차단',
      icon: <Ban size={16} />,
      danger: true,
      onSelect: () => void askBlock(),
    },
    {
      label: '신고',
      icon: <Siren size={16} />,
      onSelect: () =>
        openReport({ type: 'MEMBER', id: card.id, about: card.nickName, memberId: card.id }),
    },
  ];
  if (card.friendStatus === 'friend') {
    items.unshift({
      label: '친구 삭제',
      icon: <UserMinus size={16} />,
      onSelect: () => void remove(),
    });
  }
  return (
    <Menu
      label="더 보기"
      trigger={<EllipsisVertical size={18} />}
      triggerClassName="grid size-10 place-items-center rounded-ctl text-ink-2 hover:bg-hover hover:text-ink max-md:size-11"
      items={items}
    />
  );
}
