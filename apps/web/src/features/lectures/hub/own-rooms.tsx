import type { Lecture } from '@naru/contract/lectures';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { PATHS } from '../../../app/paths.ts';
import { Card } from '../../../ui/card.tsx';
import { formatSchedules } from '../days.ts';
import { LECTURE_TEXTS } from '../lectures.texts.ts';
import { blockStyle } from '../timetable/block-style.ts';

type OwnRoomsProps = {
  /** Undefined while loading; empty for staff without rooms. */
  rooms: readonly Lecture[] | undefined;
  hasFailed: boolean;
  /** The way to the questions that wait. */
  waiting: ReactNode;
};

/** For those who answer: the rooms of the term whose professor they are, and what waits there. */
export function OwnRooms({ rooms, hasFailed, waiting }: OwnRoomsProps) {
  return (
    <Card as="section" aria-label="내가 맡은 강의실" className="overflow-clip">
      <h2 className="px-5 py-3.5 font-bold text-lg">내가 맡은 강의실</h2>
      <div className="border-line border-t">{waiting}</div>
      {rooms && rooms.length > 0 ? (
        <ul aria-label="내가 맡은 강의실" className="border-line border-t">
          {rooms.map((lecture) => (
            <OwnRoom key={lecture.id} lecture={lecture} />
          ))}
        </ul>
      ) : (
        <p className="border-line border-t px-5 py-3 text-ink-3 text-md empty:hidden">
          {hasFailed && !rooms && LECTURE_TEXTS.listFailed}
          {rooms && LECTURE_TEXTS.noOwnRooms}
        </p>
      )}
    </Card>
  );
}

function OwnRoom({ lecture }: { lecture: Lecture }) {
  const { title, schedules, room } = lecture;
  return (
    <li className="border-line border-t first:border-t-0">
      <Link
        to={PATHS.lecture}
        params={{ lectureId: String(lecture.id) }}
        className="flex min-h-11 items-center gap-3 px-5 py-2.5 hover:bg-hover focus-visible:outline-offset-[-2px]"
      >
        <span
          aria-hidden="true"
          style={blockStyle(lecture.themeColor)}
          className="lecture-dot size-4 shrink-0 rounded-sm"
        />
        <span className="grid min-w-0 flex-1">
          <span className="truncate font-semibold">{title}</span>
          <span className="line-clamp-2 text-ink-3 text-sm">
            {[formatSchedules(schedules), room].filter(Boolean).join(' · ')}
          </span>
        </span>
      </Link>
    </li>
  );
}
