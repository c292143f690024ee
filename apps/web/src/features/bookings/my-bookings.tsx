import type { OwnBooking } from '@naru/contract/bookings';
import { useQuery } from '@tanstack/react-query';
import { useState, useSyncExternalStore } from 'react';
import { clockNow, subscribeClock } from '../../lib/clock.ts';
import { confirmDialog } from '../../ui/ask.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { LoadState } from '../../ui/load-state.tsx';
import {
  cancelLabel,
  cancelQuestion,
  periodLabel,
  STATE_NAMES,
  STATE_TONES,
  timeLabel,
} from './booking-words.ts';
import { mineQuery, useAccept, useCancel, useCheckIn } from './bookings.queries.ts';

/** Before the begin, from when on one checks in. */
const EARLY_MS = 10 * 60_000;

/** Own bookings: those to come, and below them the last ones on request. */
export function MyBookings() {
  const query = useQuery(mineQuery);
  const [showsPast, setShowsPast] = useState(false);
  const { data } = query;
  if (!data) {
    return (
      <Card as="section" aria-label="내 예약" className="overflow-hidden">
        <LoadState query={query} failed="내 예약을 불러오지 못했습니다." rows={2} />
      </Card>
    );
  }
  const { open, past } = data;
  return (
    <Card as="section" aria-label="내 예약" className="overflow-hidden">
      <div className="flex min-h-12 items-center justify-between gap-3 px-5 max-md:px-4">
        <h2 className="font-bold text-lg">
          내 예약 <span className="font-normal text-ink-3 text-md">{open.length}</span>
        </h2>
        {past.length > 0 && (
          <Button
            size="sm"
            variant="ghost"
            aria-expanded={showsPast}
            onClick={() => setShowsPast(!showsPast)}
          >
            지난 예약 {past.length}
          </Button>
        )}
      </div>
      {open.length === 0 && (
        <p className="border-line border-t px-5 py-4 text-ink-3 text-md max-md:px-4">
          아직 예약이 없습니다. 아래에서 골라 주세요.
        </p>
      )}
      <ul aria-label="앞으로의 예약">
        {open.map((booking) => (
          <BookingRow key={booking.id} booking={booking} />
        ))}
      </ul>
      {showsPast && (
        <ul aria-label="지난 예약" className="bg-deck">
          {past.map((booking) => (
            <BookingRow key={booking.id} booking={booking} isPast />
          ))}
        </ul>
      )}
    </Card>
  );
}

function BookingRow({ booking, isPast = false }: { booking: OwnBooking; isPast?: boolean }) {
  const { resourceName, unitName, place, state, position, reason } = booking;
  const name = [resourceName, unitName !== resourceName && unitName].filter(Boolean).join(' ');
  const hints = [
    place,
    position !== null && `${position}번째 대기`,
    booking.offeredUntil !== null && `${timeLabel(booking.offeredUntil)}까지 받을 수 있음`,
    booking.checkedInAt !== null && '체크인함',
    booking.checkInBy !== null && `${booking.checkInBy.slice(11, 16)}까지 체크인`,
    reason !== null && `사유: ${reason}`,
  ].filter(Boolean);
  return (
    <li className="flex items-center gap-3 border-line border-t px-5 py-3 max-md:flex-wrap max-md:px-4">
      <div className="grid min-w-0 flex-1 basis-52 gap-0.5">
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <bdi className="font-semibold [overflow-wrap:anywhere]">{name}</bdi>
          <Badge tone={STATE_TONES[state]}>{STATE_NAMES[state]}</Badge>
        </span>
        <span className="text-ink-2 text-md tabular-nums">{periodLabel(booking)}</span>
        {hints.length > 0 && <span className="text-ink-3 text-sm">{hints.join(' · ')}</span>}
      </div>
      {!isPast && <RowButtons booking={booking} name={name} />}
    </li>
  );
}

function RowButtons({ booking, name }: { booking: OwnBooking; name: string }) {
  const now = useSyncExternalStore(subscribeClock, clockNow);
  const cancel = useCancel();
  const checkIn = useCheckIn();
  const accept = useAccept();
  const { id, state, startsAt, checkInBy } = booking;
  const onCancel = async () => {
    const question = cancelQuestion(booking, now);
    if (question === null || (await confirmDialog(question))) cancel.mutate(booking);
  };
  const label = cancelLabel(booking, now);
  const mayCheckIn = checkInBy !== null && now >= Date.parse(startsAt) - EARLY_MS;
  return (
    <span className="flex gap-2">
      {state === 'OFFERED' && (
        <Button variant="primary" pending={accept.isPending} onClick={() => accept.mutate(id)}>
          받기
        </Button>
      )}
      {mayCheckIn && (
        <Button variant="primary" pending={checkIn.isPending} onClick={() => checkIn.mutate(id)}>
          체크인
        </Button>
      )}
      <Button
        aria-label={`${name} ${periodLabel(booking)} ${label}`}
        pending={cancel.isPending}
        onClick={() => void onCancel()}
      >
        {label}
      </Button>
    </span>
  );
}
