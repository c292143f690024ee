import type { BookingUsage } from '@naru/contract/booking-desk';
import { useQuery } from '@tanstack/react-query';
import { useState, useSyncExternalStore } from 'react';
import { clockNow, subscribeClock } from '../../../lib/clock.ts';
import { koreanDay, koreanDayAfter } from '../../../lib/format/dates.ts';
import { formatCount } from '../../../lib/format/numbers.ts';
import { Card } from '../../../ui/card.tsx';
import { LoadState } from '../../../ui/load-state.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import { usageQuery } from '../bookings.queries.ts';

const RANGES = [
  { value: '7', label: '7일' },
  { value: '30', label: '30일' },
  { value: '180', label: '180일' },
] as const;

const COLUMNS = [
  ['bookings', '예약', '건'],
  ['hours', '이용', ''],
  ['missed', '오지 않음', '건'],
  ['cancelled', '취소', '건'],
] as const;

/** Whole days count as days. */
const timeOf = ({ span, hours }: BookingUsage) =>
  span === 'SLOTS' ? `${formatCount(hours)}시간` : `${formatCount(Math.round(hours / 24))}일`;

/** How much each resource was used. */
export function Usage() {
  const now = useSyncExternalStore(subscribeClock, clockNow);
  const [range, setRange] = useState<(typeof RANGES)[number]['value']>('30');
  const query = useQuery(usageQuery(koreanDayAfter(1 - Number(range), now), koreanDay(now)));
  const { data } = query;
  return (
    <div className="grid justify-items-start gap-4">
      <Segmented label="기간" items={RANGES} value={range} onChange={setRange} />
      <Card as="section" aria-label="이용 통계" className="w-full overflow-x-auto">
        {!data && <LoadState query={query} failed="통계를 불러오지 못했습니다." rows={4} />}
        {data && (
          <table className="w-full text-md">
            <thead>
              <tr className="text-ink-3 text-sm">
                <th scope="col" className="px-4 py-2 text-left">
                  자원
                </th>
                {COLUMNS.map(([key, label]) => (
                  <th
                    key={key}
                    scope="col"
                    className="whitespace-nowrap px-4 py-2 text-right max-md:px-2"
                  >
                    {label}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {data.map((row) => (
                <tr key={row.resourceId} className="border-line border-t">
                  <th scope="row" className="px-4 py-2 text-left font-semibold">
                    <bdi>{row.name}</bdi>
                  </th>
                  {COLUMNS.map(([key, , unit]) => (
                    <td
                      key={key}
                      className="whitespace-nowrap px-4 py-2 text-right tabular-nums max-md:px-2"
                    >
                      {key === 'hours' ? timeOf(row) : `${formatCount(row[key])}${unit}`}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </Card>
    </div>
  );
}
