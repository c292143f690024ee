import type { MemberCard } from '@naru/contract/members';
import { Ban, EllipsisVertical, Send, Siren, UserMinus } from 'lucide-react';
import { useState } from 'react';
import { useOpenRoom } from '../../entities/chat/use-open-room.ts';
import { useBlock } from '../../entities/friends/use-block.ts';
import { useReport } from '../../entities/report/use-report.ts';
import { useSiteConfig } from '../../entities/settings/site-config.ts';
import { confirmDialog } from '../../ui/ask.ts';
import { Button } from '../../ui/button.tsx';
import { LockDialog } from '../../ui/lock-dialog.tsx';
import { Menu, type MenuItem } from '../../ui/menu.tsx';
import { toast } from '../../ui/toast.ts';
import { useRemoveFriend } from './friends.mutations.ts';
import { FRIEND_TEXTS } from './friends.texts.ts';
import { StatusActions } from './status-actions.tsx';
import { UnblockButton } from './unblock-button.tsx';

type CardActionsProps = { card: MemberCard; onLeave: () => void };

export function CardActions({ card, onLeave }: CardActionsProps) {
  const block = useBlock(card.id);
  if (card.isMe) return null;
  const { id, nickName } = card;
  return (
    <div className="flex flex-wrap items-center justify-center gap-2">
      {card.isBlocked ? (
        <UnblockButton memberId={id} name={nickName} />
      ) : (
        <>
          <StatusActions status={card.friendStatus} memberId={id} name={nickName} />
          <MessageButton card={card} onLeave={onLeave} />
          <MoreMenu card={card} onBlock={() => block.mutate(true)} />
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
      <LockDialog open={locked} onClose={() => setLocked(false)} name="메시지 보내기" />
    </>
  );
}

function MoreMenu({ card, onBlock }: { card: MemberCard; onBlock: () => void }) {
  const report = useReport();
  const remove = useRemoveFriend(card.id, FRIEND_TEXTS.removed);
  const askRemove = async () => {
    const title = FRIEND_TEXTS.removeAsk;
    if (await confirmDialog({ title, confirmLabel: '삭제', danger: true })) remove.mutate();
  };
  const askBlock = async () => {
    const { blockAsk: title, blockHint: body } = FRIEND_TEXTS;
    if (await confirmDialog({ title, body, confirmLabel: '차단', danger: true })) onBlock();
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
      onSelect: () => report({ type: 'MEMBER', id: card.id }, card.nickName),
    },
  ];
  if (card.friendStatus === 'friend') {
    items.unshift({
      label: '친구 삭제',
      icon: <UserMinus size={16} />,
      onSelect: () => void askRemove(),
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
