import type { DeskBooking, EditedResource } from '@naru/contract/booking-desk';
import { dayAfter, OPEN_STATES } from '@naru/contract/booking-slots';
import { useQuery } from '@tanstack/react-query';
import { CalendarX, ChevronLeft, ChevronRight } from 'lucide-react';
import { useState, useSyncExternalStore } from 'react';
import { TRY_LATER } from '../../../lib/api/api-error.ts';
import { clockNow, subscribeClock } from '../../../lib/clock.ts';
import { koreanDay } from '../../../lib/format/dates.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { LoadState } from '../../../ui/load-state.tsx';
import { ReasonDialog } from '../../../ui/reason-dialog.tsx';
import { Select } from '../../../ui/select.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { toast } from '../../../ui/toast.ts';
import { dayLabel, periodLabel } from '../booking-words.ts';
import { editedQuery, useStaffCancel, weekQuery } from './desk.queries.ts';
import { DeskRow } from './desk-row.tsx';

const WEEK = 7;

function mondayOf(day: string): string {
  return dayAfter(day, -((new Date(day).getUTCDay() + 6) % WEEK));
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
        <EmptyState
          icon={<CalendarX size={22} />}
          title="아직 예약 자원이 없습니다."
          text="‘자원’에서 세미나실이나 사물함을 추가해 주세요."
        />
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

function Week({ resource }: { resource: EditedResource }) {
  const today = koreanDay(useSyncExternalStore(subscribeClock, clockNow));
  const [from, setFrom] = useState(() => mondayOf(today));
  const query = useQuery(weekQuery(resource.id, from));
  const { data } = query;
  const [cancelled, setCancelled] = useState<DeskBooking | null>(null);
  const cancel = useStaffCancel();
  const isOpen = ({ state }: DeskBooking) => OPEN_STATES.some((open) => open === state);
  return (
    <Card as="section" aria-label="예약 일정" className="overflow-hidden">
      {resource.span !== 'TERM' && (
        <div className="flex items-center gap-1 border-line border-b px-2 py-1.5">
          <IconButton
            label="이전 주"
            tooltip={false}
            onClick={() => setFrom(dayAfter(from, -WEEK))}
          >
            <ChevronLeft size={20} />
          </IconButton>
          <h2 aria-live="polite" className="font-bold text-lg tabular-nums">
            {dayLabel(from)}–{dayLabel(dayAfter(from, WEEK - 1))}
          </h2>
          <IconButton label="다음 주" tooltip={false} onClick={() => setFrom(dayAfter(from, WEEK))}>
            <ChevronRight size={20} />
          </IconButton>
        </div>
      )}
      {!data && <LoadState query={query} failed="예약 일정을 불러오지 못했습니다." rows={4} />}
      {data?.length === 0 && (
        <EmptyState icon={<CalendarX size={22} />} title="이 기간에는 예약이 없습니다." />
      )}
      <ul>
        {data?.map((booking) => (
          <DeskRow key={booking.id} booking={booking}>
            {isOpen(booking) && <Button onClick={() => setCancelled(booking)}>취소</Button>}
          </DeskRow>
        ))}
      </ul>
      {cancelled && (
        <ReasonDialog
          title="이 예약을 취소할까요?"
          lead={`${cancelled.resourceName} ${periodLabel(cancelled)}`}
          draft={`staff-booking-cancel-${cancelled.id}`}
          label="취소 사유"
          hint="예약한 회원에게 알립니다."
          confirmLabel="예약 취소"
          danger
          failure={{ title: '예약을 취소하지 못했습니다.', text: TRY_LATER }}
          onReason={async (reason) => {
            const { message } = await cancel.mutateAsync({ id: cancelled.id, reason });
            setCancelled(null);
            toast.success(message);
          }}
          onClose={() => setCancelled(null)}
        />
      )}
    </Card>
  );
}
