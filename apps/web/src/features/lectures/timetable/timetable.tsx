import './timetable.css';
import type { Lecture, MarkedLecture } from '@naru/contract/lectures';
import type { PrivateEntry } from '@naru/contract/private-entries';
import { DAY_NAMES, startOf } from '@naru/contract/timetable';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useMemo } from 'react';
import { PATHS } from '../../../lib/paths.ts';
import { cx } from '../../../ui/cx.ts';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { dayName, formatHour, periodOf } from '../days.ts';
import type { WeekTime } from '../hub/next-lecture.ts';
import { blockStyle } from '../theme-color.ts';
import { type Cell, layOut, type Row } from './layout.ts';
import { EntryBlock, LectureBlock } from './lecture-block.tsx';
import { TimetableOverlay } from './overlay.tsx';

const COLUMNS = [
  'top-[11%] h-[18%]',
  'top-[31%] h-[27%]',
  'top-[11%] h-[18%]',
  'top-[20%] h-[18%]',
  'top-[58%] h-[27%]',
];

export function TimetableSkeleton() {
  return (
    <div role="status" aria-label="시간표를 불러오는 중입니다." className="timetable">
      <div className="grid h-[calc(var(--tt-head)+10*var(--tt-row))] grid-cols-5 gap-1.5 pl-[var(--tt-side)]">
        {COLUMNS.map((box, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the columns are all alike and never move
          <div key={`column-${at + 1}`} className="relative border-line border-l">
            <Skeleton className={`absolute inset-x-1 rounded-md ${box}`} />
          </div>
        ))}
      </div>
    </div>
  );
}

type TimetableProps = {
  /** Names the term, for screen readers. */
  caption: string;
  lectures: readonly MarkedLecture[];
  entries?: readonly PrivateEntry[];
  /** Null in other terms than the current one. */
  now: WeekTime | null;
  empty?: ReactNode;
  /** Takes a lecture out of what is shown; the timetable, if undefined. */
  onRemove?: ((lecture: Lecture) => void) | undefined;
};

type WeekItem = MarkedLecture | PrivateEntry;

const NONE: readonly PrivateEntry[] = [];

export function Timetable(props: TimetableProps) {
  const { caption, lectures, entries = NONE, now, empty, onRemove } = props;
  const layout = useMemo(() => layOut<WeekItem>([...lectures, ...entries]), [lectures, entries]);
  return (
    <>
      <div className="timetable relative">
        <table className="w-full table-fixed border-separate border-spacing-0">
          <caption className="sr-only">{caption}</caption>
          <colgroup>
            <col className="w-[var(--tt-side)]" />
          </colgroup>
          <thead>
            <tr className="h-[var(--tt-head)]">
              <td />
              {layout.days.map((day) => (
                <th
                  key={day}
                  scope="col"
                  aria-current={now?.dow === day ? 'date' : undefined}
                  className={cx(
                    'p-0 font-bold text-md',
                    now?.dow === day ? 'text-sea' : 'text-ink-2',
                  )}
                >
                  <span
                    className={cx('rounded-full px-2.5 py-1', now?.dow === day && 'bg-sea-weak')}
                  >
                    <span aria-hidden="true">{DAY_NAMES[day]}</span>
                    <span className="sr-only">{dayName(day)}</span>
                  </span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {layout.rows.map((row) => (
              <TimetableRow key={row.hour} row={row} onRemove={onRemove} />
            ))}
          </tbody>
        </table>
        <TimetableOverlay frame={layout} now={now} />
        {lectures.length + entries.length === 0 && empty && (
          <div className="absolute inset-0 top-[var(--tt-head)] grid place-items-center">
            {empty}
          </div>
        )}
      </div>
      <Untimed lectures={lectures.filter(({ schedules }) => schedules.length === 0)} />
    </>
  );
}

function Untimed({ lectures }: { lectures: readonly MarkedLecture[] }) {
  if (lectures.length === 0) return null;
  return (
    <div className="flex flex-wrap items-center gap-2 pt-3 max-md:px-2.5">
      <h3 className="font-semibold text-ink-3 text-sm">시간 미정</h3>
      <ul aria-label="시간 미정 강의" className="contents">
        {lectures.map((lecture) => (
          <li key={lecture.id}>
            <Link
              to={PATHS.lecture}
              params={{ lectureId: String(lecture.id) }}
              style={blockStyle(lecture.themeColor)}
              className="lecture-block flex min-h-8 items-center rounded-md py-1 pr-3 pl-3.5 font-bold text-sm hover:underline max-md:min-h-11"
            >
              {[lecture.title, lecture.room].filter(Boolean).join(' · ')}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}

type Removal = Pick<TimetableProps, 'onRemove'>;

function TimetableRow({ row, onRemove }: Removal & { row: Row<WeekItem> }) {
  const period = periodOf(row.hour);
  return (
    <tr className="h-[var(--tt-row)]">
      <th
        scope="row"
        className="whitespace-nowrap border-line border-t p-0 pr-2 text-right align-top text-ink-3 text-xs leading-tight max-md:pr-1"
      >
        <span className="block pt-1.5">
          {period !== null && (
            <span className="block font-bold text-ink-2">
              {period}
              <span className="max-md:sr-only">교시</span>
            </span>
          )}
          <span className="font-medium max-md:text-2xs">{formatHour(row.hour)}</span>
        </span>
      </th>
      {row.cells.map((cell) => (
        <TimetableCell key={cell.day} cell={cell} onRemove={onRemove} />
      ))}
    </tr>
  );
}

function isEntry(item: WeekItem): item is PrivateEntry {
  return 'place' in item;
}

function percent(part: number): string {
  return `${part * 100}%`;
}

function TimetableCell({ cell, onRemove }: Removal & { cell: Cell<WeekItem> }) {
  return (
    <td rowSpan={cell.span} className="relative border-line border-t border-l p-0">
      {cell.entries.map(({ lecture, slot, ...box }) => (
        // Positioned absolutely: a long title does not stretch its row.
        <div
          key={`${isEntry(lecture) ? 'entry' : 'lecture'}-${lecture.id}-${startOf(slot)}`}
          className="absolute p-0.5"
          style={{
            top: percent(box.top),
            height: percent(box.height),
            left: percent(box.left),
            width: percent(box.width),
          }}
        >
          {isEntry(lecture) ? (
            <EntryBlock lecture={lecture} slot={slot} />
          ) : (
            <LectureBlock lecture={lecture} slot={slot} onRemove={onRemove} />
          )}
        </div>
      ))}
    </td>
  );
}
