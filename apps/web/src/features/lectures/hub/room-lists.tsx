import type { Lecture, MarkedLecture } from '@naru/contract/lectures';
import type { UseQueryResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { PATHS } from '../../../lib/paths.ts';
import { CountBubble } from '../../../ui/badge.tsx';
import { Card } from '../../../ui/card.tsx';
import { cx } from '../../../ui/cx.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { formatSchedules } from '../days.ts';
import { LectureMenu } from '../lecture-menu.tsx';
import { blockStyle } from '../theme-color.ts';
import { useRemoveLecture } from '../use-remove-lecture.ts';

export function MyRooms({ lectures }: { lectures: readonly MarkedLecture[] }) {
  const remove = useRemoveLecture();
  if (lectures.length === 0) return null;
  const unread = lectures.reduce((sum, { unreadCount }) => sum + unreadCount, 0);
  return (
    <Card as="section" aria-label="내 강의실">
      <div className="flex items-baseline gap-2 px-5 py-3.5">
        <h2 className="flex-1 font-bold text-lg">내 강의실</h2>
        {unread > 0 && (
          <span className="font-semibold text-buoy text-sm">읽지 않은 글 {unread}개</span>
        )}
      </div>
      <ul className="border-line border-t">
        {lectures.map((lecture) => (
          <li
            key={lecture.id}
            className="flex items-center border-line border-t pr-2 first:border-t-0 hover:bg-hover"
          >
            <RoomLink lecture={lecture} className="flex-1">
              <CountBubble count={lecture.unreadCount} className="shrink-0" />
              {lecture.unreadCount > 0 && (
                <span className="sr-only">읽지 않은 글 {lecture.unreadCount}개</span>
              )}
            </RoomLink>
            <LectureMenu lecture={lecture} />
            <IconButton
              label={`${lecture.title} 시간표에서 빼기`}
              tooltip={false}
              onClick={() => void remove(lecture)}
            >
              <X size={18} />
            </IconButton>
          </li>
        ))}
      </ul>
    </Card>
  );
}

type OwnRoomsProps = { query: UseQueryResult<Lecture[]>; waiting: ReactNode };

/** The rooms that the member teaches in a term, and their waiting questions. */
export function OwnRooms({ query, waiting }: OwnRoomsProps) {
  const { data: rooms, error } = query;
  return (
    <Card as="section" aria-label="내가 맡은 강의실" className="overflow-clip">
      <div className="flex items-baseline gap-2 px-5 py-3.5">
        <h2 className="flex-1 font-bold text-lg">내가 맡은 강의실</h2>
        <Link
          to={PATHS.guidePage}
          params={{ page: 'professor' }}
          className="inline-flex min-h-6 items-center text-ink-3 text-sm hover:text-ink hover:underline max-md:min-h-11"
        >
          도움말
        </Link>
      </div>
      <div className="border-line border-t">{waiting}</div>
      {rooms && rooms.length > 0 ? (
        <ul aria-label="내가 맡은 강의실" className="border-line border-t">
          {rooms.map((lecture) => (
            <li key={lecture.id} className="border-line border-t first:border-t-0">
              <RoomLink lecture={lecture} className="pr-5 hover:bg-hover" />
            </li>
          ))}
        </ul>
      ) : (
        <p className="border-line border-t px-5 py-3 text-ink-3 text-md empty:hidden">
          {error && !rooms && '강의실을 불러오지 못했습니다.'}
          {rooms && '이 학기에 맡은 강의실이 없습니다.'}
        </p>
      )}
    </Card>
  );
}

type RoomLinkProps = {
  lecture: Lecture;
  className?: string;
  children?: ReactNode;
};

function RoomLink({ lecture, className, children }: RoomLinkProps) {
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
