import type { Team, TeamKind } from '@naru/contract/team-fields';
import { serverNow } from '../../lib/clock.ts';
import { koreanDay } from '../../lib/format/dates.ts';
import { Badge } from '../../ui/badge.tsx';
import { cx } from '../../ui/cx.ts';
import { dDay } from '../academic-calendar/d-day.ts';

// The names of the contract come with its schemas.
const KIND_NAMES: Record<TeamKind, string> = {
  STUDY: '스터디',
  CONTEST: '공모전',
  PROJECT: '프로젝트',
};

/** `D-3`, or `마감` for a recruiting that is over. */
function deadlineOf({ isOpen, lastDay }: Team): string {
  return isOpen ? dDay({ startsOn: lastDay, endsOn: lastDay }, koreanDay(serverNow())) : '마감';
}

/** Kind, places and deadline of a row: `스터디 2/4 D-3`. */
export function TeamMarks({ team, className }: { team: Team; className?: string }) {
  const { kind, accepted, places, isOpen } = team;
  return (
    <span className={cx('inline-flex shrink-0 items-center gap-1.5 text-ink-3 text-sm', className)}>
      <Badge tone={isOpen ? 'tide' : 'plain'}>{KIND_NAMES[kind]}</Badge>
      <span>
        <span className="sr-only">모인 인원 </span>
        {accepted}/{places}
      </span>
      <span>{deadlineOf(team)}</span>
    </span>
  );
}

/** All facts of a recruiting post in one line. */
export function TeamFacts({ team }: { team: Team }) {
  const { roles, lastDay } = team;
  return (
    <p className="mt-5 flex flex-wrap items-center gap-x-3 gap-y-1 rounded-ctl bg-deck px-3.5 py-3 text-md">
      <TeamMarks team={team} />
      <span className="text-ink-2">
        {Number(lastDay.slice(5, 7))}월 {Number(lastDay.slice(8))}일까지
      </span>
      {roles.length > 0 && (
        <span className="min-w-0 text-ink-2">
          <span className="sr-only">필요한 역할 </span>
          <bdi>{roles.join(' · ')}</bdi>
        </span>
      )}
    </p>
  );
}
