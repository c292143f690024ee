import { canAnswerQuestions } from '@naru/contract/roles';
import { useQuery } from '@tanstack/react-query';
import { Link, type LinkProps } from '@tanstack/react-router';
import {
  CalendarDays,
  CalendarRange,
  type LucideIcon,
  MessageCircleQuestionMark,
  Utensils,
} from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { datesLine } from '../../entities/academic-calendar/d-day.ts';
import { useMe } from '../../entities/member/me.ts';
import { mealLine } from '../../features/cafeteria/cafeteria-days.ts';
import { mealDayQuery } from '../../features/cafeteria/todays-cafeteria.tsx';
import { waitingQuery } from '../../features/lecture-posts/lecture-posts.queries.ts';
import { nextLine, weekTimeOf } from '../../features/lectures/hub/next-lecture.ts';
import { marksQuery, termsQuery } from '../../features/lectures/lectures.queries.ts';
import { clockNow, subscribeClock } from '../../lib/clock.ts';
import { koreanDay } from '../../lib/format/dates.ts';
import { formatCount } from '../../lib/format/numbers.ts';
import { CAFETERIA_HASH, PATHS } from '../../lib/paths.ts';
import { Card } from '../../ui/card.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';

const FAILED = '불러오지 못했습니다.';

/** The day in four lines: next lecture, meal, questions, academic dates. The study room opens from here. */
export function Today() {
  const today = koreanDay(useSyncExternalStore(subscribeClock, clockNow));
  return (
    <Card as="section" aria-label="오늘" className="overflow-hidden">
      <ul className="-mt-px -ml-px grid md:grid-cols-2 xl:grid-cols-4">
        <LectureRow />
        <MealRow today={today} />
        <QuestionRow />
        <DatesRow today={today} />
      </ul>
    </Card>
  );
}

type RowProps = {
  name: string;
  icon: LucideIcon;
  /** Undefined while loading. */
  text: string | undefined;
  link: Pick<LinkProps, 'to' | 'params' | 'search' | 'hash'>;
};

/** As high while loading as afterwards. */
function Row({ name, icon: Icon, text, link }: RowProps) {
  return (
    <li className="min-w-0 border-line border-t border-l">
      <Link
        {...link}
        className="flex h-12 items-center gap-2.5 px-4 text-md hover:bg-hover focus-visible:outline-offset-[-2px]"
      >
        <Icon size={18} className="shrink-0 text-sea" />
        <span className="shrink-0 font-semibold">{name}</span>
        {text === undefined ? (
          <Skeleton className="w-1/2" />
        ) : (
          <span className="min-w-0 truncate text-ink-2">{text}</span>
        )}
      </Link>
    </li>
  );
}

/** The timetable of the current term, loaded once its dates are known. */
function useMarks() {
  const terms = useQuery(termsQuery);
  const term = terms.data?.current;
  const marks = useQuery({
    ...marksQuery(term ?? { year: 0, semester: 1 }),
    enabled: term !== undefined,
  });
  return { term, lectures: marks.data, hasFailed: Boolean(terms.error ?? marks.error) };
}

function LectureRow() {
  const time = useSyncExternalStore(subscribeClock, clockNow);
  const { term, lectures, hasFailed } = useMarks();
  const next =
    term && lectures && nextLine(lectures, { now: weekTimeOf(time), today: koreanDay(time), term });
  const link =
    typeof next?.lectureId === 'number'
      ? { to: PATHS.lecture, params: { lectureId: String(next.lectureId) } }
      : { to: PATHS.study };
  const text = next?.text ?? (hasFailed ? FAILED : undefined);
  return <Row name="강의" icon={CalendarDays} text={text} link={link} />;
}

function MealRow({ today }: { today: string }) {
  const { data, error } = useQuery(mealDayQuery(today));
  const text = data ? mealLine(data) : error ? FAILED : undefined;
  const link = { to: PATHS.main, search: true, hash: CAFETERIA_HASH } as const;
  return <Row name="식단" icon={Utensils} text={text} link={link} />;
}

/** The next academic dates come with the terms; a response stored by a former release has none. */
function DatesRow({ today }: { today: string }) {
  const { data, error } = useQuery(termsQuery);
  const text = data ? datesLine(data.nextDates ?? [], today) : error ? FAILED : undefined;
  return <Row name="학사일정" icon={CalendarRange} text={text} link={{ to: PATHS.calendar }} />;
}

/** Professors and staff see waiting questions, others the new posts of their lecture rooms. */
function QuestionRow() {
  const { data: me } = useMe();
  return canAnswerQuestions(me?.roles ?? []) ? <WaitingRow /> : <UnreadRow />;
}

function WaitingRow() {
  const { data, error } = useQuery(waitingQuery(0));
  const count = data && formatCount(data.totalCount);
  const text = count ? `답변을 기다리는 질문 ${count}개` : error ? FAILED : undefined;
  const link = { to: PATHS.studyWaiting };
  return <Row name="질문" icon={MessageCircleQuestionMark} text={text} link={link} />;
}

function UnreadRow() {
  const { lectures, hasFailed } = useMarks();
  const unread = lectures?.reduce((sum, { unreadCount }) => sum + unreadCount, 0);
  const [first] = lectures?.filter(({ unreadCount }) => unreadCount > 0) ?? [];
  const link = first
    ? { to: PATHS.lecture, params: { lectureId: String(first.id) } }
    : { to: PATHS.study };
  const text = unread === undefined ? (hasFailed ? FAILED : undefined) : unreadText(unread);
  return <Row name="새 글" icon={MessageCircleQuestionMark} text={text} link={link} />;
}

function unreadText(count: number): string {
  return count === 0
    ? '강의실에 읽지 않은 글이 없습니다.'
    : `강의실에 읽지 않은 글 ${formatCount(count)}개`;
}
