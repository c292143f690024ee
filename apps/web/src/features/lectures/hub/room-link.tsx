import type { Lecture } from '@naru/contract/lectures';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { PATHS } from '../../../app/paths.ts';
import { cx } from '../../../ui/cx.ts';
import { formatSchedules } from '../days.ts';
import { blockStyle } from '../timetable/block-style.ts';

type RoomLinkProps = {
  lecture: Lecture;
  className?: string;
  /** After the title. */
  children?: ReactNode;
};

/** The way into a lecture room: colour, title, when and where. */
export function RoomLink({ lecture, className, children }: RoomLinkProps) {
  const { id, title, schedules, room, themeColor } = lecture;
  return (
    <Link
      to={PATHS.lecture}
      params={{ lectureId: String(id) }}
      className={cx(
        'flex min-h-11 min-w-0 items-center gap-3 py-2.5 pl-5 focus-visible:outline-offset-[-2px]',
        className,
      )}
    >
      <span
        aria-hidden="true"
        style={blockStyle(themeColor)}
        className="lecture-dot size-4 shrink-0 rounded-sm"
      />
      <span className="grid min-w-0 flex-1">
        <span className="flex min-w-0 items-center gap-2">
          <span className="truncate font-semibold">{title}</span>
          {children}
        </span>
        <span className="line-clamp-2 text-ink-3 text-sm">
          {[formatSchedules(schedules), room].filter(Boolean).join(' · ')}
        </span>
      </span>
    </Link>
  );
}
