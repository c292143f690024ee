import { ChevronLeft, LogOut } from 'lucide-react';
import type { Ref } from 'react';
import { PersonName } from '../../entities/member/person-name.tsx';
import { Avatar } from '../../ui/avatar.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { CHAT_TEXTS } from './chat.texts.ts';
import type { Partner } from './message-row.tsx';

type RoomHeadProps = {
  partner: Partner;
  headingRef?: Ref<HTMLHeadingElement>;
  onBack: () => void;
  onExit: () => void;
};

export function RoomHead({ partner, headingRef, onBack, onExit }: RoomHeadProps) {
  return (
    <div className="flex h-15 shrink-0 items-center gap-2.5 border-line border-b bg-paper pr-2 pl-4 max-md:pl-1">
      <IconButton label={CHAT_TEXTS.toRooms} tooltip={false} onClick={onBack} className="md:hidden">
        <ChevronLeft size={24} />
      </IconButton>
      <Avatar
        name={partner.nickName}
        src={partner.profileThumbnails}
        anonymous={partner.isLeft}
        size={36}
      />
      <h2 ref={headingRef} tabIndex={-1} className="min-w-0 flex-1 truncate font-bold text-lg">
        <PersonName
          name={partner.nickName}
          memberId={partner.isLeft ? null : partner.id}
          className="max-w-full truncate max-md:min-h-11"
        />
      </h2>
      <IconButton label="채팅방 나가기" onClick={onExit}>
        <LogOut size={19} />
      </IconButton>
    </div>
  );
}
