import type { MarkedLecture } from '@naru/contract/lectures';
import { X } from 'lucide-react';
import { CountBubble } from '../../../ui/badge.tsx';
import { Card } from '../../../ui/card.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { LectureMenu } from '../lecture-menu.tsx';
import { RoomLink } from './room-link.tsx';

type MyRoomsProps = {
  lectures: readonly MarkedLecture[];
  onRemove: (lecture: MarkedLecture) => void;
};

/** The rooms of the timetable with what is unread in each; also those without a time. */
export function MyRooms({ lectures, onRemove }: MyRoomsProps) {
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
          <RoomRow key={lecture.id} lecture={lecture} onRemove={() => onRemove(lecture)} />
        ))}
      </ul>
    </Card>
  );
}

function RoomRow({ lecture, onRemove }: { lecture: MarkedLecture; onRemove: () => void }) {
  const { title, unreadCount } = lecture;
  return (
    <li className="flex items-center border-line border-t pr-2 first:border-t-0 hover:bg-hover">
      <RoomLink lecture={lecture} className="flex-1">
        <CountBubble count={unreadCount} className="shrink-0" />
        {unreadCount > 0 && <span className="sr-only">읽지 않은 글 {unreadCount}개</span>}
      </RoomLink>
      <LectureMenu lecture={lecture} />
      <IconButton label={`${title} 시간표에서 빼기`} tooltip={false} onClick={onRemove}>
        <X size={18} aria-hidden="true" />
      </IconButton>
    </li>
  );
}
