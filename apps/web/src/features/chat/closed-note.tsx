import { TEXTS } from '@naru/contract/texts';
import { Lock } from 'lucide-react';
import { openProfile } from '../../entities/member/profile-card.ts';
import { Button } from '../../ui/button.tsx';
import type { Partner } from './message-row.tsx';

/** Replaces the composer while the room is closed for new messages. */
export function ClosedNote({ partner }: { partner: Partner }) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 border-line border-t bg-paper px-4 py-3 pb-[max(12px,env(safe-area-inset-bottom))]">
      <Lock size={18} className="shrink-0 text-ink-3" />
      <p role="status" className="min-w-40 flex-1 text-md">
        <span className="font-semibold">
          {partner.isLeft ? TEXTS.partnerLeft : TEXTS.friendsOnly}
        </span>{' '}
        <span className="text-ink-3">지난 대화는 계속 볼 수 있습니다.</span>
      </p>
      {!partner.isLeft && (
        <Button size="sm" aria-haspopup="dialog" onClick={() => openProfile(partner.id)}>
          프로필 보기
        </Button>
      )}
    </div>
  );
}
