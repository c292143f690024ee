import type { Lecture, MarkedLecture } from '@naru/contract/lectures';
import type { PrivateEntry } from '@naru/contract/private-entries';
import { endOf, startOf } from '@naru/contract/timetable';
import { Link } from '@tanstack/react-router';
import { X } from 'lucide-react';
import { PATHS } from '../../../lib/paths.ts';
import { createStore } from '../../../lib/store.ts';
import { CountBubble } from '../../../ui/badge.tsx';
import { cx } from '../../../ui/cx.ts';
import { dayName, formatHours } from '../days.ts';
import { blockStyle } from '../theme-color.ts';
import { useRemoveLecture } from '../use-remove-lecture.ts';
import type { Entry } from './entries.ts';

/** The open form of a private entry: of a new one without `entry`. */
export const openEntry = createStore<{ entry?: PrivateEntry } | null>(null);

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
        개인 일정 {dayName(slot.dow)} {formatHours(slot)}, 수정
      </span>
    </button>
  );
}

/** Lines of the title that fit, by full hours. */
const TITLE_LINES = [
  'line-clamp-1',
  'line-clamp-1 max-md:line-clamp-2',
  'line-clamp-3',
  'line-clamp-5',
];
/** Minutes of a block with a line for the place, with a second one, and with the professor's name. */
const WITH_ROOM = 45;
const WITH_MORE = 75;

type LectureBlockProps = Entry<MarkedLecture> & {
  /** Takes the lecture out of a plan; undefined: out of the timetable. */
  onRemove?: ((lecture: Lecture) => void) | undefined;
};

export function LectureBlock({ lecture, slot, onRemove }: LectureBlockProps) {
  const remove = useRemoveLecture();
  const minutes = endOf(slot) - startOf(slot);
  const { title, room, professorName, unreadCount } = lecture;
  return (
    <div
      style={blockStyle(lecture.themeColor)}
      className="lecture-block group/block relative h-full min-h-0 overflow-hidden rounded-md"
    >
      <Link
        to={PATHS.lecture}
        params={{ lectureId: String(lecture.id) }}
        title={[title, formatHours(slot), room, professorName].filter(Boolean).join('\n')}
        className="flex h-full flex-col rounded-md py-1 pr-1 pl-2.5 leading-tight hover:underline focus-visible:outline-offset-[-2px] max-md:py-0.5 max-md:pr-0 max-md:pl-1 max-md:tracking-tight"
      >
        <span
          className={cx(
            'shrink-0 overflow-hidden font-bold text-sm max-md:text-2xs md:pr-6',
            TITLE_LINES[Math.min(Math.floor(minutes / 60), TITLE_LINES.length - 1)],
          )}
        >
          {title}
        </span>
        {room !== '' && minutes >= WITH_ROOM && (
          <span
            className={cx(
              'mt-0.5 line-clamp-1 shrink-0 text-xs max-md:text-2xs',
              minutes > WITH_MORE && 'max-md:line-clamp-2',
            )}
          >
            {room}
          </span>
        )}
        {professorName !== '' && (
          <span
            className={cx('line-clamp-1 text-xs max-md:text-2xs', minutes < WITH_MORE && 'sr-only')}
          >
            {professorName}
          </span>
        )}
        <span className="sr-only">
          {dayName(slot.dow)} {formatHours(slot)}
          {unreadCount > 0 && ` 읽지 않은 글 ${unreadCount}개`}
        </span>
      </Link>
      {minutes >= WITH_MORE && (
        <CountBubble count={unreadCount} className="absolute right-1 bottom-1 print:hidden" />
      )}
      {(onRemove || lecture.isMarked) && (
        <button
          type="button"
          aria-label={onRemove ? `${title} 빼기` : `${title} 시간표에서 빼기`}
          onClick={() => (onRemove ? onRemove(lecture) : void remove(lecture))}
          className="absolute top-0.5 right-0.5 grid size-6 place-items-center rounded-md opacity-80 hover:bg-paper hover:text-ink hover:opacity-100 focus-visible:opacity-100 focus-visible:outline-offset-[-2px] pointer-coarse:size-11 max-md:hidden print:hidden"
        >
          <X size={14} />
        </button>
      )}
    </div>
  );
}
