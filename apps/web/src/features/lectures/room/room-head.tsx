import '../timetable/timetable.css';
import type { Lecture, LectureWeek } from '@naru/contract/lectures';
import { termName } from '@naru/contract/timetable';
import {
  Clock,
  FolderOpen,
  type LucideIcon,
  MapPin,
  Megaphone,
  MessageCircle,
  MessageCircleQuestionMark,
  NotebookPen,
  Star,
  Users,
} from 'lucide-react';
import { LectureChat } from '../../../entities/chat/lecture-chat.tsx';
import { PersonName } from '../../../entities/member/person-name.tsx';
import { formatCount } from '../../../lib/format/numbers.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { Card } from '../../../ui/card.tsx';
import { cx } from '../../../ui/cx.ts';
import { PageHeading } from '../../../ui/page.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { formatSchedules } from '../days.ts';
import { Fact } from '../fact.tsx';
import { LectureMenu } from '../lecture-menu.tsx';
import { CourseStars } from '../reviews/course-stars.tsx';
import { blockStyle } from '../theme-color.ts';
import { useAddLecture } from '../use-add-lecture.ts';
import { useRemoveLecture } from '../use-remove-lecture.ts';

const COUNTS: readonly { of: keyof LectureWeek; name: string; icon: LucideIcon }[] = [
  { of: 'questions', name: '질문', icon: MessageCircleQuestionMark },
  { of: 'reviews', name: '후기', icon: NotebookPen },
  { of: 'materials', name: '자료', icon: FolderOpen },
  { of: 'notices', name: '공지', icon: Megaphone },
  { of: 'comments', name: '댓글', icon: MessageCircle },
];

export function WeekCounts({ week }: { week: LectureWeek }) {
  return (
    <Card as="section" aria-label="주간 활동" className="px-5 py-4">
      <div className="flex items-baseline gap-2">
        <h2 className="flex-1 font-bold text-md">주간 활동</h2>
        <span className="text-ink-3 text-sm">최근 7일</span>
      </div>
      <dl className="mt-3 grid gap-2.5 max-lg:grid-cols-5 max-lg:gap-1">
        {COUNTS.map(({ of, name, icon: Icon }) => (
          <div
            key={of}
            className="flex items-center gap-2 max-lg:flex-col-reverse max-lg:gap-0.5 max-lg:rounded-ctl max-lg:bg-deck max-lg:py-2"
          >
            <dt className="flex flex-1 items-center gap-2 text-ink-2 text-md max-lg:text-sm">
              <Icon size={16} className="text-ink-3 max-lg:hidden" />
              {name}
            </dt>
            <dd className={week[of] > 0 ? 'font-bold text-sea' : 'text-ink-3'}>
              {formatCount(week[of])}
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}

export function RoomHead({ lecture, onDeleted }: { lecture: Lecture; onDeleted: () => void }) {
  const { title, grade, credits, intro, room, markedCount } = lecture;
  return (
    <Card as="section" aria-label="강의 정보" className="overflow-clip">
      <div
        style={blockStyle(lecture.themeColor)}
        className="lecture-block flex items-center gap-4 py-5 pr-5 pl-7 max-md:gap-2 max-md:py-4 max-md:pr-3 max-md:pl-5"
      >
        <div className="min-w-0 flex-1">
          <p className="font-semibold text-sm">
            {termName(lecture)} · {grade}학년 · {credits}학점
          </p>
          <PageHeading className="mt-0.5 leading-[1.35] [overflow-wrap:anywhere] max-md:text-xl">
            <bdi>{title}</bdi>
          </PageHeading>
        </div>
        {(lecture.isMarked || !lecture.isOwner) && <StarButton lecture={lecture} />}
      </div>
      <div className="flex items-center gap-3 py-3 pr-4 pl-7 max-md:flex-wrap max-md:pl-5">
        <ul className="flex min-w-0 flex-1 flex-wrap max-md:basis-full items-center gap-x-6 gap-y-1.5 text-ink-2 text-md">
          <Professor lecture={lecture} />
          <Fact icon={<Clock size={15} />} name="시간">
            {formatSchedules(lecture.schedules)}
          </Fact>
          {room !== '' && (
            <Fact icon={<MapPin size={15} />} name="강의실">
              {room}
            </Fact>
          )}
          <Fact icon={<Users size={15} />} name="시간표에 추가한 회원">
            {formatCount(markedCount)}명
          </Fact>
          <li>
            <CourseStars lecture={lecture} stars={undefined} />
          </li>
        </ul>
        <LectureChat lecture={lecture} />
        <LectureMenu lecture={lecture} onDeleted={onDeleted} />
      </div>
      {intro !== '' && (
        <p className="max-w-[80ch] whitespace-pre-line pr-5 pb-5 pl-7 text-ink-2 leading-[1.65] [overflow-wrap:anywhere] max-md:pl-5">
          {intro}
        </p>
      )}
    </Card>
  );
}

function StarButton({ lecture }: { lecture: Lecture }) {
  const { add, pending } = useAddLecture();
  const remove = useRemoveLecture();
  const { isMarked } = lecture;
  return (
    <button
      type="button"
      aria-pressed={isMarked}
      aria-busy={pending || undefined}
      onClick={() => {
        if (!pending) void (isMarked ? remove(lecture) : add(lecture));
      }}
      className="inline-flex h-10 shrink-0 items-center gap-2 rounded-full border border-current px-4 font-bold text-md transition-opacity duration-100 hover:opacity-80 focus-visible:outline-current max-md:h-11 max-md:gap-1.5 max-md:px-3"
    >
      <Star size={18} className={cx(isMarked && 'fill-current')} />
      {isMarked ? '내 시간표' : '시간표에 추가'}
    </button>
  );
}

function Professor({ lecture }: { lecture: Lecture }) {
  const { professorName, professorId, professorThumbnail } = lecture;
  if (professorName === '') return null;
  return (
    <li className="flex min-w-0 items-center gap-2">
      <Avatar name={professorName} src={professorThumbnail} size={28} />
      <span className="sr-only">교수 </span>
      <PersonName
        name={professorName}
        memberId={professorId}
        className="truncate font-bold text-ink"
      />
      <span aria-hidden="true" className="shrink-0">
        교수
      </span>
    </li>
  );
}

/** As high as the head of a room with a chat and a line of intro, or three on a phone. */
export function RoomHeadSkeleton() {
  return (
    <Card className="overflow-clip">
      <div className="grid gap-2 bg-deck px-7 py-5 max-md:px-5 max-md:py-4">
        <Skeleton className="h-3.5 w-44" />
        <Skeleton className="h-7 w-60" />
      </div>
      <div className="flex flex-wrap gap-x-6 gap-y-4 px-7 py-5 max-md:px-5 max-md:py-4">
        <Skeleton className="w-24" />
        <Skeleton className="w-48" />
        <Skeleton className="h-16 w-48 md:hidden" />
        <Skeleton className="h-11 w-28 md:hidden" />
      </div>
      <div className="grid gap-2 px-7 pt-1 pb-6 max-md:px-5">
        <Skeleton className="w-4/5" />
        <Skeleton className="w-4/5 md:hidden" />
        <Skeleton className="w-4/5 md:hidden" />
      </div>
    </Card>
  );
}
