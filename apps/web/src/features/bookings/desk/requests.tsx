import type { DeskBooking } from '@naru/contract/booking-desk';
import { useQuery } from '@tanstack/react-query';
import { Sailboat } from 'lucide-react';
import { useState } from 'react';
import { messageOf, TRY_LATER } from '../../../lib/api/api-error.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { LoadState } from '../../../ui/load-state.tsx';
import { ReasonDialog } from '../../../ui/reason-dialog.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { toast } from '../../../ui/toast.ts';
import { periodLabel } from '../booking-words.ts';
import { requestsQuery, useDecide } from './desk.queries.ts';
import { DeskRow } from './desk-row.tsx';

/** What waits for approval. */
export function Requests() {
  const query = useQuery(requestsQuery);
  const { data } = query;
  const [refused, setRefused] = useState<DeskBooking | null>(null);
  const decide = useDecide();
  const approve = (id: number) =>
    decide.mutate(
      { id, isApproved: true, reason: '' },
      {
        onSuccess: ({ message }) => toast.success(message),
        onError: (error) => toast.error(messageOf(error, TRY_LATER)),
      },
    );
  return (
    <Card as="section" aria-label="예약 신청" className="overflow-hidden">
      {!data && <LoadState query={query} failed="예약 신청을 불러오지 못했습니다." rows={3} />}
      {data?.length === 0 && (
        <EmptyState icon={<Sailboat size={22} />} title="승인을 기다리는 예약이 없습니다." />
      )}
      <ul>
        {data?.map((booking) => (
          <DeskRow key={booking.id} booking={booking}>
            <Button onClick={() => setRefused(booking)}>거절</Button>
            <Button
              variant="primary"
              pending={decide.isPending && decide.variables.id === booking.id}
              onClick={() => approve(booking.id)}
            >
              승인
            </Button>
          </DeskRow>
        ))}
      </ul>
      {refused && (
        <ReasonDialog
          title="예약을 거절할까요?"
          lead={`${refused.resourceName} ${periodLabel(refused)}`}
          draft={`staff-booking-refusal-${refused.id}`}
          label="거절 사유"
          hint="신청한 회원에게 알립니다."
          confirmLabel="거절"
          danger
          failure={{ title: '예약을 거절하지 못했습니다.', text: TRY_LATER }}
          onReason={async (reason) => {
            const { message } = await decide.mutateAsync({
              id: refused.id,
              isApproved: false,
              reason,
            });
            setRefused(null);
            toast.success(message);
          }}
          onClose={() => setRefused(null)}
        />
      )}
    </Card>
  );
}
