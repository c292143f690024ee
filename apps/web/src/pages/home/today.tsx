import { clockText, endOf, startOf } from '@naru/contract/timetable';
import { Link, type LinkProps } from '@tanstack/react-router';
import {
  CalendarDays,
  CalendarRange,
  CloudOff,
  type LucideIcon,
  MessageCircleQuestionMark,
  Utensils,
} from 'lucide-react';
import { type ReactNode, useSyncExternalStore } from 'react';
import { weekTimeOf } from '../../features/lectures/hub/next-lecture.ts';
import { clockNow, subscribeClock } from '../../lib/clock.ts';
import { formatCount } from '../../lib/format/numbers.ts';
import { CAFETERIA_HASH, PATHS } from '../../lib/paths.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import type { HomeLine } from './home-plan.ts';

type Slot = Extract<HomeLine, { kind: 'lecture' }>['next']['slot'];

/** The day in a few lines, each of which leads on. */
export function Today({ lines, onRetry }: { lines: readonly HomeLine[]; onRetry: () => void }) {
  return (
    <Card as="section" aria-label="오늘" className="overflow-hidden">
      <ul className="-mt-px -ml-px flex max-md:flex-col md:flex-wrap">
        {lines.map((line) => (
          <li
            key={line.kind}
            className="min-w-0 flex-1 basis-56 border-line border-t border-l max-md:basis-auto"
          >
            {contentOf(line, onRetry)}
          </li>
        ))}
      </ul>
    </Card>
  );
}

function contentOf(line: HomeLine, onRetry: () => void): ReactNode {
  switch (line.kind) {
    case 'lecture':
      return <LectureLine next={line.next} />;
    case 'meal':
      return (
        <Line
          about="식단"
          name={line.meal.label}
          icon={Utensils}
          text={line.meal.text}
          link={MEALS}
        />
      );
    case 'booking':
      return (
        <Line
          name="예약"
          icon={CalendarRange}
          text={line.name}
          end={line.time}
          link={{ to: PATHS.bookings }}
        />
      );
    case 'owed':
      return (
        <Line
          name="청원"
          icon={MessageCircleQuestionMark}
          text={`답변할 청원 ${formatCount(line.count)}개`}
          end={line.due}
          link={{ to: PATHS.petitions, search: { tab: 'waiting' } }}
        />
      );
    case 'waiting':
      return (
        <Line
          name="질문"
          icon={MessageCircleQuestionMark}
          text={`답변을 기다리는 질문 ${formatCount(line.count)}개`}
          link={{ to: PATHS.studyWaiting }}
        />
      );
    case 'unread':
      return (
        <Line
          name="새 글"
          icon={MessageCircleQuestionMark}
          text={`강의실에 읽지 않은 글 ${formatCount(line.count)}개`}
          link={roomLink(line.lectureId)}
        />
      );
    case 'dates':
      return (
        <Line name="학사일정" icon={CalendarRange} text={line.text} link={{ to: PATHS.calendar }} />
      );
    case 'failed':
      return (
        <div role="alert" className={LINE}>
          <CloudOff size={18} className="shrink-0 text-buoy" />
          <p className="min-w-0 flex-1 truncate">일부 내용을 불러오지 못했습니다.</p>
          <Button size="sm" variant="ghost" className="-mr-3" onClick={onRetry}>
            다시 시도
          </Button>
        </div>
      );
  }
}

const LINE = 'flex h-12 items-center gap-2.5 px-4 text-md max-md:h-11';
const MEALS = { to: PATHS.main, search: true, hash: CAFETERIA_HASH } as const;

type LineLink = Pick<LinkProps, 'to' | 'params' | 'search' | 'hash'>;

function roomLink(lectureId: number): LineLink {
  return { to: PATHS.lecture, params: { lectureId: String(lectureId) } };
}

type LineProps = {
  /** What screen readers read before the name. */
  about?: string;
  name: string;
  icon: LucideIcon;
  text: string;
  /** At the end of the line, never cut. */
  end?: string;
  link: LineLink;
};

function Line({ about, name, icon: Icon, text, end, link }: LineProps) {
  return (
    <Link {...link} className={`${LINE} hover:bg-hover focus-visible:outline-offset-[-2px]`}>
      <Icon size={18} className="shrink-0 text-sea" />
      {about && <span className="sr-only">{about}</span>}
      <span className="shrink-0 font-semibold">{name}</span>
      <span className="min-w-0 flex-1 truncate text-ink-2">{text}</span>
      {end && <bdi className="max-w-3/5 shrink-0 truncate font-semibold text-sm">{end}</bdi>}
    </Link>
  );
}

/** Minutes from which on the time of day says more than the minutes left. */
const COUNTED_DOWN = 60;

/** When a lecture begins, seen from `minutes`: `35분 뒤`, `15:00`, `수업 중`; `끝남` after its end. */
function startText(slot: Slot, minutes: number): string {
  const left = startOf(slot) - minutes;
  if (left > COUNTED_DOWN) return clockText(startOf(slot));
  if (left > 0) return `${left}분 뒤`;
  return minutes < endOf(slot) ? '수업 중' : '끝남';
}

function LectureLine({ next }: Pick<Extract<HomeLine, { kind: 'lecture' }>, 'next'>) {
  const { minutes } = weekTimeOf(useSyncExternalStore(subscribeClock, clockNow));
  const { lecture, slot } = next;
  return (
    <Line
      name="강의"
      icon={CalendarDays}
      text={lecture.title}
      end={[startText(slot, minutes), lecture.room].filter(Boolean).join(' · ')}
      link={roomLink(lecture.id)}
    />
  );
}
