import { LIMITS } from '@naru/contract/limits';
import { readMealFile } from '../../../domain/cafeteria/meal-file.ts';
import { kstDay } from '../../../platform/clock.ts';
import type { Found, Menus, PageText } from './content.ts';
import { layoutChanged, SourceError } from './source-error.ts';

/** Reads a file with the columns that staff import. Throws LAYOUT_CHANGED when no line can be read. */
export function readMenuCsv({ text }: PageText, now: Date): Found<Menus> {
  if (text.length > LIMITS.mealFileMax)
    throw new SourceError('TOO_LARGE', '식단 파일이 너무 큽니다.');
  const { parts, errors } = readMealFile(text, kstDay(now));
  if (parts.length === 0) {
    throw layoutChanged(`식단 파일을 읽지 못했습니다. ${errors[0]?.message ?? ''}`.trim());
  }
  const faults = errors.map(({ line, message }) => ({ place: `${line}번째 줄`, message }));
  return { content: { kind: 'menus', days: parts }, faults };
}
