import type { ChatRoom } from '@naru/contract/chat';
import { TEXTS } from '@naru/contract/texts';
import { Lock } from 'lucide-react';
import { openProfile } from '../../entities/member/person-name.tsx';
import { isConnected } from '../../lib/offline/connection.ts';
import { useStore } from '../../lib/store.ts';
import { Button } from '../../ui/button.tsx';

/** In a place of its own: a line above the room would cover what failed. */
export function OfflineStatus() {
  const isOnline = useStore(isConnected);
  return (
    <div role="status">
      {!isOnline && (
        <p className="border-line border-t bg-deck px-4 py-1.5 text-center font-semibold text-ink-2 text-sm">
          오프라인입니다
        </p>
      )}
    </div>
  );
}

function closedReason({ lecture, item, partner: { isLeft, isBlocked } }: ChatRoom): string {
  if (lecture) return TEXTS.lectureChatClosed;
  if (isLeft) return TEXTS.partnerLeft;
  if (isBlocked) return TEXTS.partnerBlocked;
  return item ? TEXTS.itemRoomClosed : TEXTS.friendsOnly;
}

/** Replaces the composer while the room is closed for new messages. */
export function ClosedNote({ room }: { room: ChatRoom }) {
  const { partner, lecture } = room;
  const reason = closedReason(room);
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 border-line border-t bg-paper px-4 py-3 pb-[max(12px,var(--bottom))]">
      <Lock size={18} className="shrink-0 text-ink-3" />
      <p role="status" className="min-w-40 flex-1 text-md">
        <span className="font-semibold">{reason}</span>{' '}
        {!reason.includes('지난 대화') && (
          <span className="text-ink-3">지난 대화는 계속 볼 수 있습니다.</span>
        )}
      </p>
      {!partner.isLeft && !lecture && (
        <Button size="sm" aria-haspopup="dialog" onClick={() => openProfile(partner.id)}>
          프로필 보기
        </Button>
      )}
    </div>
  );
}
