import type { BookingSpan, BookingState } from '@naru/contract/booking-slots';
import type { ReactNode } from 'react';
import { Badge } from '../../ui/badge.tsx';
import { periodLabel, STATES } from './booking-words.ts';

type BookingRowProps = {
  /** What or whose it is. */
  title: ReactNode;
  booking: { span: BookingSpan; state: BookingState; startsAt: string; endsAt: string };
  hints: readonly (string | false | null)[];
  /** Buttons. */
  children?: ReactNode;
};

export function BookingRow({ title, booking, hints, children }: BookingRowProps) {
  const [name, tone] = STATES[booking.state];
  const hint = hints.filter(Boolean).join(' · ');
  return (
    <div className="flex items-center gap-3 px-5 py-3 max-md:flex-wrap max-md:px-4">
      <div className="grid min-w-0 flex-1 basis-52 gap-0.5 [overflow-wrap:anywhere]">
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1 font-semibold">
          {title}
          <Badge tone={tone}>{name}</Badge>
        </span>
        <span className="text-ink-2 text-md tabular-nums">{periodLabel(booking)}</span>
        {hint && <span className="text-ink-3 text-sm">{hint}</span>}
      </div>
      <span className="flex gap-2">{children}</span>
    </div>
  );
}
