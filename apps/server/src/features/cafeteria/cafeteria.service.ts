import type { CafeteriaDay } from '@naru/contract/cafeteria';
import { LIMITS } from '@naru/contract/limits';
import { kstDay } from '../../platform/clock.ts';
import { AppError } from '../../platform/errors.ts';
import { calendarDay, isInReach } from './cafeteria.days.ts';
import { presentDay } from './cafeteria.present.ts';
import { findDays } from './cafeteria.repo.ts';
import { createCafeteriaWriting, type WritingDeps } from './cafeteria.write.ts';

const NO_SUCH_DAY = '올바른 날짜가 아닙니다.';
const OUT_OF_REACH = `식단은 오늘 기준 앞뒤 ${LIMITS.cafeteriaDaysShown}일까지만 볼 수 있습니다.`;

export type CafeteriaService = ReturnType<typeof createCafeteriaService>;

export function createCafeteriaService(deps: WritingDeps) {
  const { db, clock } = deps;
  return {
    ...createCafeteriaWriting(deps),

    /** Throws VALIDATION_FAILED for a day that does not exist or is more than 14 days from today. */
    async getDay(year: number, month: number, day: number): Promise<CafeteriaDay> {
      const date = calendarDay(year, month, day);
      if (date === null) throw new AppError('VALIDATION_FAILED', { message: NO_SUCH_DAY });
      if (!isInReach(date, kstDay(clock.now()))) {
        throw new AppError('VALIDATION_FAILED', { message: OUT_OF_REACH });
      }
      return presentDay(date, (await findDays(db, [date])).get(date));
    },
  };
}
