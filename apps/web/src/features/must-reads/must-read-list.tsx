import { BOARDS } from '@naru/contract/boards';
import type { OwnMustRead } from '@naru/contract/must-reads';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { BookOpenCheck } from 'lucide-react';
import { mustReadKeys } from '../../entities/keys.ts';
import { api } from '../../lib/api/api.ts';
import { messageOf, TRY_LATER } from '../../lib/api/api-error.ts';
import { formatCount } from '../../lib/format/numbers.ts';
import { PATHS } from '../../lib/paths.ts';
import { Button } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { DueText } from './due-text.tsx';

const ownMustReadsQuery = queryOptions({
  queryKey: mustReadKeys.mine,
  queryFn: ({ signal }) => api('GET /api/member/must-reads', { signal }),
  staleTime: 0,
});

const ROW = 'flex h-11 items-center gap-2.5 px-4 text-md';

/** The must-read notices that wait for the viewer, one line each. */
export function MustReadList() {
  const { data, error, isFetching, refetch } = useQuery(ownMustReadsQuery);
  const more = data ? data.totalCount - data.notices.length : 0;
  return (
    <section aria-labelledby="must-reads">
      <h2 id="must-reads" className="sr-only">
        읽고 확인할 공지
      </h2>
      {data && (
        <ul>
          {data.notices.map((notice, at) => (
            <Notice
              key={notice.id}
              notice={notice}
              more={at === data.notices.length - 1 ? more : 0}
            />
          ))}
        </ul>
      )}
      {!data && !error && (
        <div role="status" aria-label="필독 공지를 불러오는 중입니다." className={ROW}>
          <Mark />
          <Skeleton className="w-1/2" />
        </div>
      )}
      {!data && error && (
        <div role="alert" className={ROW}>
          <Mark />
          <p className="min-w-0 flex-1 truncate">{messageOf(error, TRY_LATER)}</p>
          <Button size="sm" pending={isFetching} onClick={() => void refetch()}>
            다시 시도
          </Button>
        </div>
      )}
    </section>
  );
}

function Mark() {
  return (
    <span className="flex shrink-0 items-center gap-2.5 font-bold text-sea">
      <BookOpenCheck size={18} />
      필독
    </span>
  );
}

function Notice({ notice, more }: { notice: OwnMustRead; more: number }) {
  const { id, boardType, title, dueOn } = notice;
  return (
    <li>
      <Link
        to={PATHS.post}
        params={{ boardType: BOARDS[boardType].slug, postId: String(id) }}
        className={`${ROW} hover:bg-hover focus-visible:outline-offset-[-2px]`}
      >
        <Mark />
        <bdi className="min-w-0 flex-1 truncate font-semibold">{title}</bdi>
        {dueOn && <DueText dueOn={dueOn} className="shrink-0 text-sm" />}
        {more > 0 && <span className="shrink-0 text-ink-3 text-sm">외 {formatCount(more)}개</span>}
      </Link>
    </li>
  );
}
