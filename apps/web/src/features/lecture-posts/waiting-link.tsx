import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ChevronRight, Hourglass } from 'lucide-react';
import { useHasRole } from '../../entities/member/me.ts';
import { formatCount } from '../../lib/format/numbers.ts';
import { PATHS } from '../../lib/paths.ts';
import { waitingQuery } from './lecture-posts.queries.ts';

export function WaitingLink() {
  const { data } = useQuery(waitingQuery(0));
  const isStaff = useHasRole('MANAGER');
  const count = data?.totalCount ?? 0;
  return (
    <Link
      to={PATHS.studyWaiting}
      className="flex min-h-11 items-center gap-2.5 px-5 py-3 hover:bg-hover focus-visible:outline-offset-[-2px]"
    >
      <Hourglass size={16} className="shrink-0 text-gold" />
      <span className="min-w-0 flex-1 font-semibold">
        {isStaff ? '모든' : '내'} 강의실 대기 질문
      </span>
      {data && (
        <span className={count > 0 ? 'font-bold text-sea' : 'text-ink-3'}>
          {formatCount(count)}개
        </span>
      )}
      <ChevronRight size={16} className="shrink-0 text-ink-3" />
    </Link>
  );
}
