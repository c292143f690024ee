import { Lock } from 'lucide-react';
import { openProfile } from '../../entities/member/profile-card.ts';
import { Button } from '../../ui/button.tsx';
import { CHAT_TEXTS } from './chat.texts.ts';
import type { Partner } from './message-row.tsx';

/** Replaces the composer while the room is closed for new messages. */
export function ClosedNote({ partner }: { partner: Partner }) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 border-line border-t bg-paper px-4 py-3 pb-[max(12px,env(safe-area-inset-bottom))]">
      <Lock size={18} aria-hidden="true" className="shrink-0 text-ink-3" />
      <p role="status" className="min-w-40 flex-1 text-md">
        <span className="font-semibold">
          {partner.isLeft ? CHAT_TEXTS.left : CHAT_TEXTS.strangers}
        </span>{' '}
        <span className="text-ink-3">{CHAT_TEXTS.stillReadable}</span>
      </p>
      {!partner.isLeft && (
        <Button size="sm" aria-haspopup="dialog" onClick={() => openProfile(partner.id)}>
          {CHAT_TEXTS.profile}
        </Button>
      )}
    </div>
  );
}
