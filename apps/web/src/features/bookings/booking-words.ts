import { type BookingSpan, type BookingState, dayAfter } from '@naru/contract/booking-slots';
import type { BookingResource, OwnBooking } from '@naru/contract/bookings';
import { formatDuration } from '../../lib/format/dates.ts';

/** Sunday first. */
export const WEEKDAYS = ['일', '월', '화', '수', '목', '금', '토'] as const;

/** The name and the colour of each state. */
export const STATES = {
  ENTERED: ['추첨 신청', 'gold'],
  WAITING: ['대기', 'gold'],
  OFFERED: ['자리 제안', 'tide'],
  REQUESTED: ['승인 대기', 'gold'],
  BOOKED: ['예약됨', 'sea'],
  CANCELLED: ['취소됨', 'plain'],
  REFUSED: ['거절됨', 'buoy'],
  MISSED: ['체크인 안 함', 'buoy'],
  EXPIRED: ['기한 지남', 'plain'],
} as const satisfies Record<BookingState, readonly [string, string]>;

export const weekdayName = (day: string) => WEEKDAYS[new Date(day).getUTCDay()] ?? '';

/** `11월 21일(토)` */
export function dayLabel(day: string): string {
  return `${Number(day.slice(5, 7))}월 ${Number(day.slice(8, 10))}일(${weekdayName(day)})`;
}

/** `11월 21일(토)–11월 23일(월)`, or one day. */
export const daysLabel = (first: string, last: string) =>
  first === last ? dayLabel(first) : `${dayLabel(first)}–${dayLabel(last)}`;

/** `11월 21일(토) 18:00`. Times of the API are Korean ones. */
export const timeLabel = (at: string) => `${dayLabel(at.slice(0, 10))} ${at.slice(11, 16)}`;

type Period = { span: BookingSpan; startsAt: string; endsAt: string };

/** `11월 21일(토) 09:00–11:00`, or days. */
export function periodLabel({ span, startsAt, endsAt }: Period): string {
  const until = endsAt.slice(11, 16);
  if (span === 'SLOTS') return `${timeLabel(startsAt)}–${until}`;
  // One that ended early ends within its last day.
  const last = dayAfter(endsAt.slice(0, 10), until === '00:00' ? -1 : 0);
  return daysLabel(startsAt.slice(0, 10), last);
}

/** `세미나실 A실`, or one name where both are the same. */
export const unitLabel = (resourceName: string, unitName: string | null) =>
  unitName === null || unitName === resourceName ? resourceName : `${resourceName} ${unitName}`;

const isRunning = ({ span, state, startsAt }: OwnBooking, now: number) =>
  state === 'BOOKED' && span !== 'TERM' && Date.parse(startsAt) <= now;

export const cancelLabel = (booking: OwnBooking, now: number) =>
  isRunning(booking, now) ? '마치기' : '취소';

/** What to ask before a cancellation that may be for good; null: it can be taken back. */
export function cancelQuestion(booking: OwnBooking, now: number) {
  if (isRunning(booking, now)) {
    return {
      title: '이용을 마칠까요?',
      body: '남은 시간은 다른 회원이 쓸 수 있습니다. 되돌릴 수 없습니다.',
      confirmLabel: '마치기',
    };
  }
  if (!booking.isWanted && booking.span !== 'TERM') return null;
  const body = booking.isWanted
    ? '기다리는 회원에게 바로 넘어갑니다. 되돌릴 수 없습니다.'
    : '다른 회원이 먼저 받으면 되돌릴 수 없습니다.';
  return { title: '예약을 취소할까요?', body, confirmLabel: '예약 취소', danger: true };
}

/** `1시간 30분` */
export const lengthLabel = (minutes: number) => formatDuration(minutes * 60);

const WAYS = { FIRST: '', APPROVAL: '승인 필요', LOTTERY: '추첨' } as const;

/** Where it is, and how one gets it. */
export const summaryOf = ({ place, way }: Pick<BookingResource, 'place' | 'way'>): string =>
  [place, WAYS[way]].filter(Boolean).join(' · ');

/** What a member should know before booking, in a few words each. */
export function rulesOf(resource: Omit<BookingResource, 'free' | 'units'>): string[] {
  const { span, lengthMax, slotMinutes, aheadDays, checkInMinutes } = resource;
  const { weeklyCount, weeklyMinutes } = resource;
  return [
    summaryOf(resource),
    span === 'TERM' && '기간 전체',
    span === 'DAYS' && `한 번에 ${lengthMax}일`,
    span === 'SLOTS' && `한 번에 ${lengthLabel(slotMinutes * lengthMax)}`,
    span !== 'TERM' && `${aheadDays}일 뒤까지`,
    weeklyMinutes !== null && `일주일에 ${lengthLabel(weeklyMinutes)}`,
    weeklyCount !== null && `일주일에 ${weeklyCount}번`,
    checkInMinutes !== null && `시작 ${checkInMinutes}분 안에 체크인`,
  ].filter((rule): rule is string => rule !== false && rule !== '');
}
