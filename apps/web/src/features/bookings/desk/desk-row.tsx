import type { DeskBooking } from '@naru/contract/booking-desk';
import type { ReactNode } from 'react';
import { PersonName } from '../../../entities/member/person-name.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { periodLabel, STATE_NAMES, STATE_TONES } from '../booking-words.ts';

/** A booking with its member, as staff see it. */
export function DeskRow({ booking, children }: { booking: DeskBooking; children: ReactNode }) {
  const { member, state, unitName, resourceName, checkedInAt } = booking;
  const hints = [
    [resourceName, unitName !== resourceName && unitName].filter(Boolean).join(' '),
    checkedInAt !== null && '체크인함',
    member !== null && member.missed > 0 && `최근 오지 않음 ${member.missed}번`,
  ].filter(Boolean);
  return (
    <li className="flex items-center gap-3 border-line border-t px-5 py-3 first:border-t-0 max-md:flex-wrap max-md:px-4">
      <div className="grid min-w-0 flex-1 basis-52 gap-0.5">
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1 font-semibold">
          {member === null ? (
            '탈퇴한 회원'
          ) : (
            <PersonName memberId={member.id} name={member.nickname} />
          )}
          <Badge tone={STATE_TONES[state]}>{STATE_NAMES[state]}</Badge>
        </span>
        <span className="text-ink-2 text-md tabular-nums">{periodLabel(booking)}</span>
        <span className="text-ink-3 text-sm">{hints.join(' · ')}</span>
      </div>
      <span className="flex gap-2">{children}</span>
    </li>
  );
}
