import type { OwnBooking } from '@naru/contract/bookings';
import { describe, expect, it } from 'vitest';
import { cancelLabel, cancelQuestion, periodLabel } from './booking-words.ts';

const NOW = Date.parse('2026-11-20T14:00:00+09:00');
const booking = (values: Partial<OwnBooking> = {}): OwnBooking => ({
  ...{ id: 1, resourceId: 1, resourceName: '세미나실', place: '', unitName: 'A실' },
  ...{ span: 'SLOTS', state: 'BOOKED', isWanted: false, position: null, reason: null },
  ...{ checkInBy: null, checkedInAt: null, offeredUntil: null },
  ...{ startsAt: '2026-11-20T15:00:00+09:00', endsAt: '2026-11-20T16:00:00+09:00' },
  ...values,
});

describe('a cancellation', () => {
  it.each([
    ['can be taken back', {}, null, '취소'],
    ['passes it on', { isWanted: true }, '예약을 취소할까요?', '취소'],
    ['is of a term', { span: 'TERM', state: 'ENTERED' }, '예약을 취소할까요?', '취소'],
    [
      'ends what has begun',
      { startsAt: '2026-11-20T13:00:00+09:00' },
      '이용을 마칠까요?',
      '마치기',
    ],
    [
      'leaves the line of what has begun',
      { startsAt: '2026-11-20T13:00:00+09:00', state: 'WAITING' },
      null,
      '취소',
    ],
  ] as const)(
    'that %s is asked about where it is for good [BOOK-10]',
    (_, values, title, label) => {
      const one = booking(values);
      expect(cancelQuestion(one, NOW)?.title ?? null).toBe(title);
      expect(cancelLabel(one, NOW)).toBe(label);
    },
  );

  it('of days that ended early counts its last day [BOOK-10]', () => {
    const days = { span: 'DAYS', startsAt: '2026-11-20T00:00:00+09:00' } as const;
    const ended = booking({ ...days, endsAt: '2026-11-21T14:00:00+09:00' });
    expect(periodLabel(ended)).toBe('11월 20일(금)–11월 21일(토)');
    const whole = booking({ ...days, endsAt: '2026-11-21T00:00:00+09:00' });
    expect(periodLabel(whole)).toBe('11월 20일(금)');
  });
});
