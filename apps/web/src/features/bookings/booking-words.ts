import type { BookingSpan, BookingState } from '@naru/contract/booking-slots';
import { dayAfter } from '@naru/contract/booking-slots';
import type { BookingResource, OwnBooking } from '@naru/contract/bookings';

const WEEKDAYS = ['일', '월', '화', '수', '목', '금', '토'] as const;

export const STATE_NAMES: Record<BookingState, string> = {
  ENTERED: '추첨 신청',
  WAITING: '대기',
  OFFERED: '자리 제안',
  REQUESTED: '승인 대기',
  BOOKED: '예약됨',
  CANCELLED: '취소됨',
  REFUSED: '거절됨',
  MISSED: '체크인 안 함',
  EXPIRED: '기한 지남',
};

export const STATE_TONES: Record<BookingState, 'sea' | 'buoy' | 'tide' | 'gold' | 'plain'> = {
  ENTERED: 'gold',
  WAITING: 'gold',
  OFFERED: 'tide',
  REQUESTED: 'gold',
  BOOKED: 'sea',
  CANCELLED: 'plain',
  REFUSED: 'buoy',
  MISSED: 'buoy',
  EXPIRED: 'plain',
};

export const weekdayName = (day: string) => WEEKDAYS[new Date(day).getUTCDay()] ?? '';

/** `11월 21일(토)` */
export function dayLabel(day: string): string {
  return `${Number(day.slice(5, 7))}월 ${Number(day.slice(8, 10))}일(${weekdayName(day)})`;
}

type Period = { span: BookingSpan; startsAt: string; endsAt: string };

/** `11월 21일(토) 09:00–11:00`, or days. Times of the API are Korean ones. */
export function periodLabel({ span, startsAt, endsAt }: Period): string {
  const day = startsAt.slice(0, 10);
  if (span === 'SLOTS') {
    return `${dayLabel(day)} ${startsAt.slice(11, 16)}–${endsAt.slice(11, 16)}`;
  }
  // One that ended early ends within its last day.
  const isWhole = endsAt.slice(11, 16) === '00:00';
  const last = dayAfter(endsAt.slice(0, 10), isWhole ? -1 : 0);
  return last === day ? dayLabel(day) : `${dayLabel(day)}–${dayLabel(last)}`;
}

/** `11월 21일(토) 18:00` */
export const timeLabel = (at: string) => `${dayLabel(at.slice(0, 10))} ${at.slice(11, 16)}`;

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

const hoursText = (minutes: number) =>
  minutes % 60 === 0 ? `${minutes / 60}시간` : `${minutes}분`;

function lengthText({ span, lengthMax, slotMinutes }: Rules): string {
  if (span === 'TERM') return '기간 전체';
  return span === 'DAYS'
    ? `한 번에 ${lengthMax}일`
    : `한 번에 ${hoursText(slotMinutes * lengthMax)}`;
}

type Rules = Omit<BookingResource, 'free' | 'units'>;

/** What a member should know before booking, in a few words each. */
export function rulesOf(resource: Rules): string[] {
  const { way, weeklyCount, weeklyMinutes, checkInMinutes, aheadDays, span } = resource;
  return [
    resource.place,
    lengthText(resource),
    span !== 'TERM' && `${aheadDays}일 뒤까지`,
    weeklyMinutes !== null && `일주일에 ${hoursText(weeklyMinutes)}`,
    weeklyCount !== null && `일주일에 ${weeklyCount}번`,
    way === 'APPROVAL' && '승인 필요',
    way === 'LOTTERY' && '추첨',
    checkInMinutes !== null && `시작 ${checkInMinutes}분 안에 체크인`,
  ].filter((rule) => rule !== false && rule !== '') as string[];
}
