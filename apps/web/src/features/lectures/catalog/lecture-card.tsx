import type { Lecture } from '@naru/contract/lectures';
import { schedulesOverlap } from '@naru/contract/timetable';
import { Check, Clock, DoorOpen, MapPin, Plus, UserRound } from 'lucide-react';
import { PATHS } from '../../../lib/paths.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button, LinkButton } from '../../../ui/button.tsx';
import { formatSchedules } from '../days.ts';
import { Fact } from '../fact.tsx';
import { LectureMenu } from '../lecture-menu.tsx';
import { CourseStars, type Stars } from '../reviews/course-stars.tsx';
import { blockStyle } from '../theme-color.ts';
import { previewedLecture } from '../timetable/overlay.tsx';
import type { Target } from './use-target.ts';

type LectureCardProps = {
  lecture: Lecture;
  target: Target;
  /** Average rating of the course; undefined until it has enough reviews. */
  stars: Stars | undefined;
};

export function LectureCard({ lecture, target, stars }: LectureCardProps) {
  const { title, grade, credits, markedCount } = lecture;
  const { words, items } = target;
  const isThere = target.has(lecture);
  const doesOverlap =
    !isThere && items.some((one) => schedulesOverlap(one.schedules, lecture.schedules));
  const MarkIcon = isThere ? Check : Plus;
  const show = () => previewedLecture.set(isThere ? null : lecture);
  const hide = () => previewedLecture.get()?.id === lecture.id && previewedLecture.set(null);
  return (
    <li
      onPointerEnter={show}
      onPointerLeave={hide}
      onFocus={show}
      onBlur={hide}
      className="flex flex-col gap-2 rounded-ctl border border-line bg-paper p-3.5 hover:border-line-strong"
    >
      <div className="flex items-start gap-2.5">
        <span
          aria-hidden="true"
          style={blockStyle(lecture.themeColor)}
          className="lecture-dot mt-1 size-4 shrink-0 rounded-sm"
        />
        <div className="min-w-0 flex-1">
          <h3 className="font-bold">{title}</h3>
          <p className="text-ink-3 text-sm">
            {grade}학년 · {credits}학점 · {markedCount}명
          </p>
        </div>
        {isThere && <Badge tone="tide">{words.badge}</Badge>}
        {doesOverlap && <Badge tone="gold">시간 겹침</Badge>}
        <div className="-my-2 -mr-2 empty:hidden">
          <LectureMenu lecture={lecture} />
        </div>
      </div>
      <ul className="grid gap-0.5 text-ink-2 text-sm">
        <Fact top icon={<Clock size={14} />} name="시간">
          {formatSchedules(lecture.schedules)}
        </Fact>
        {lecture.room !== '' && (
          <Fact top icon={<MapPin size={14} />} name="강의실">
            {lecture.room}
          </Fact>
        )}
        {lecture.professorName !== '' && (
          <Fact top icon={<UserRound size={14} />} name="교수">
            {lecture.professorName}
          </Fact>
        )}
      </ul>
      <CourseStars lecture={lecture} stars={stars} />
      {lecture.intro !== '' && (
        <p className="line-clamp-2 whitespace-pre-line text-ink-3 text-sm">{lecture.intro}</p>
      )}
      <div className="mt-auto grid grid-cols-2 gap-2 pt-1">
        <Button
          size="sm"
          variant={isThere ? 'ghost' : 'primary'}
          icon={<MarkIcon size={16} />}
          aria-label={`${title} ${isThere ? words.added : words.add}`}
          onClick={() => void target.add(lecture)}
        >
          {isThere ? words.added : words.add}
        </Button>
        <LinkButton
          to={PATHS.lecture}
          params={{ lectureId: String(lecture.id) }}
          size="sm"
          icon={<DoorOpen size={16} />}
          aria-label={`${title} 강의실 입장`}
        >
          입장
        </LinkButton>
      </div>
    </li>
  );
}
