import type { DeskBooking, EditedResource } from '@naru/contract/booking-desk';
import { dayAfter, OPEN_STATES } from '@naru/contract/booking-slots';
import { useQuery } from '@tanstack/react-query';
import { CalendarX, Sailboat } from 'lucide-react';
import { type ReactNode, useState, useSyncExternalStore } from 'react';
import { PersonName } from '../../../entities/member/person-name.tsx';
import { TRY_LATER } from '../../../lib/api/api-error.ts';
import { clockNow, subscribeClock } from '../../../lib/clock.ts';
import { koreanDay } from '../../../lib/format/dates.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { LoadState } from '../../../ui/load-state.tsx';
import { LoadedList } from '../../../ui/loaded-list.tsx';
import { ReasonDialog } from '../../../ui/reason-dialog.tsx';
import { Select } from '../../../ui/select.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { BookingRow } from '../booking-row.tsx';
import { daysLabel, periodLabel, unitLabel } from '../booking-words.ts';
import { editedQuery, requestsQuery, useApprove, useEnd, weekQuery } from '../bookings.queries.ts';
import { Turner } from '../turner.tsx';

const WEEK = 7;
const NO_RESOURCES = {
  icon: <CalendarX size={22} />,
  title: '아직 예약 자원이 없습니다.',
  text: '‘자원’에서 세미나실이나 사물함을 추가해 주세요.',
};

/** A booking with its member, as staff see it. */
function DeskRow({ booking, children }: { booking: DeskBooking; children: ReactNode }) {
  const { member, unitName, resourceName, checkedInAt } = booking;
  const name = member && <PersonName memberId={member.id} name={member.nickname} />;
  const hints = [
    unitLabel(resourceName, unitName),
    checkedInAt !== null && '체크인함',
    member !== null && member.missed > 0 && `최근 오지 않음 ${member.missed}번`,
  ];
  return (
    <BookingRow title={name ?? '탈퇴한 회원'} booking={booking} hints={hints}>
      {children}
    </BookingRow>
  );
}

const ENDS = {
  refuse: {
    title: '예약을 거절할까요?',
    label: '거절 사유',
    hint: '신청한 회원에게 알립니다.',
    confirmLabel: '거절',
    failure: { title: '예약을 거절하지 못했습니다.', text: TRY_LATER },
  },
  cancel: {
    title: '이 예약을 취소할까요?',
    label: '취소 사유',
    hint: '예약한 회원에게 알립니다.',
    confirmLabel: '예약 취소',
    failure: { title: '예약을 취소하지 못했습니다.', text: TRY_LATER },
  },
};

/** The button that takes a booking from its member, with a reason. */
function EndButton({ booking, how }: { booking: DeskBooking; how: keyof typeof ENDS }) {
  const [isAsking, setIsAsking] = useState(false);
  const end = useEnd(how);
  const { id, resourceName } = booking;
  return (
    <>
      <Button onClick={() => setIsAsking(true)}>{how === 'refuse' ? '거절' : '취소'}</Button>
      {isAsking && (
        <ReasonDialog
          {...ENDS[how]}
          lead={`${resourceName} ${periodLabel(booking)}`}
          draft={`staff-booking-end-${id}`}
          danger
          onReason={async (reason) => {
            await end.mutateAsync({ id, reason });
            setIsAsking(false);
          }}
          onClose={() => setIsAsking(false)}
        />
      )}
    </>
  );
}

/** What waits for approval. */
export function Requests() {
  const approve = useApprove();
  return (
    <LoadedList
      label="예약 신청"
      query={useQuery(requestsQuery)}
      failed="예약 신청을 불러오지 못했습니다."
      empty={{ icon: <Sailboat size={22} />, title: '승인을 기다리는 예약이 없습니다.' }}
    >
      {(booking) => (
        <DeskRow booking={booking}>
          <EndButton booking={booking} how="refuse" />
          <Button
            variant="primary"
            pending={approve.isPending && approve.variables === booking.id}
            onClick={() => approve.mutate(booking.id)}
          >
            승인
          </Button>
        </DeskRow>
      )}
    </LoadedList>
  );
}

/** Who has what of a resource in a week. */
export function WeekView() {
  const query = useQuery(editedQuery);
  const { data } = query;
  const [chosen, setChosen] = useState<string>();
  if (!data) return <LoadState query={query} failed="예약 자원을 불러오지 못했습니다." rows={4} />;
  const resource = data.find(({ id }) => String(id) === chosen) ?? data[0];
  if (resource === undefined) {
    return (
      <Card>
        <EmptyState {...NO_RESOURCES} />
      </Card>
    );
  }
  return (
    <div className="grid gap-4">
      <Select
        aria-label="자원"
        options={data.map(({ id, name }) => ({ value: String(id), label: name }))}
        value={String(resource.id)}
        onChange={({ target }) => setChosen(target.value)}
      />
      <Week key={resource.id} resource={resource} />
    </div>
  );
}

function mondayOf(day: string): string {
  return dayAfter(day, -((new Date(day).getUTCDay() + 6) % WEEK));
}

function Week({ resource }: { resource: EditedResource }) {
  const today = koreanDay(useSyncExternalStore(subscribeClock, clockNow));
  const [from, setFrom] = useState(() => mondayOf(today));
  const turn = (weeks: number) => () => setFrom(dayAfter(from, weeks * WEEK));
  const pager = resource.span !== 'TERM' && (
    <div className="border-line border-b px-2 py-1.5">
      <Turner by="주" onEarlier={turn(-1)} onLater={turn(1)}>
        <h2 aria-live="polite" className="font-bold text-lg tabular-nums">
          {daysLabel(from, dayAfter(from, WEEK - 1))}
        </h2>
      </Turner>
    </div>
  );
  return (
    <LoadedList
      label="예약 일정"
      query={useQuery(weekQuery(resource.id, from))}
      failed="예약 일정을 불러오지 못했습니다."
      empty={{ icon: <CalendarX size={22} />, title: '이 기간에는 예약이 없습니다.' }}
      lead={pager}
    >
      {(booking) => (
        <DeskRow booking={booking}>
          {OPEN_STATES.some((state) => state === booking.state) && (
            <EndButton booking={booking} how="cancel" />
          )}
        </DeskRow>
      )}
    </LoadedList>
  );
}
