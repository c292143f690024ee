import type { PrivateEntry } from '@naru/contract/private-entries';
import { endOf, startOf } from '@naru/contract/timetable';
import { cx } from '../../../ui/cx.ts';
import { dayName, formatHours } from '../days.ts';
import { openEntry } from '../entries/open-entry.ts';
import { blockStyle } from '../theme-color.ts';
import type { Entry } from './entries.ts';

/** A private entry in the week; opens its form. */
export function EntryBlock({ lecture: entry, slot }: Entry<PrivateEntry>) {
  const minutes = endOf(slot) - startOf(slot);
  const { title, place } = entry;
  return (
    <button
      type="button"
      title={[title, formatHours(slot), place].filter(Boolean).join('\n')}
      onClick={() => openEntry.set({ entry })}
      style={blockStyle(entry.themeColor)}
      className="lecture-block private-block flex h-full w-full flex-col overflow-hidden rounded-md py-1 pr-1 pl-2.5 text-left leading-tight hover:underline focus-visible:outline-offset-[-2px] max-md:py-0.5 max-md:pr-0 max-md:pl-1 max-md:tracking-tight"
    >
      <span
        className={cx(
          'shrink-0 overflow-hidden font-bold text-sm max-md:text-2xs',
          minutes < 60 ? 'line-clamp-1' : 'line-clamp-2',
        )}
      >
        {title}
      </span>
      {place !== '' && minutes >= 45 && (
        <span className="mt-0.5 line-clamp-1 shrink-0 text-xs max-md:text-2xs">{place}</span>
      )}
      <span className="sr-only">
        개인 일정 {dayName(slot.dow)} {formatHours(slot)}, 고치기
      </span>
    </button>
  );
}
