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
import { Card } from '../../ui/card.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { DueText } from './due-text.tsx';

const ownMustReadsQuery = queryOptions({
  queryKey: mustReadKeys.mine,
  queryFn: ({ signal }) => api('GET /api/member/must-reads', { signal }),
  staleTime: 0,
});

/** The must-read notices that wait for the viewer, as high as its place on the dashboard. */
export function MustReadList() {
  const { data, error, isFetching, refetch } = useQuery(ownMustReadsQuery);
  const more = data ? data.totalCount - data.notices.length : 0;
  return (
    <Card as="section" aria-labelledby="must-reads" className="h-full overflow-hidden border-sea">
      <h2
        id="must-reads"
        className="flex h-11 items-center gap-2 bg-sea-weak px-4 font-bold text-md text-sea"
      >
        <BookOpenCheck size={18} className="shrink-0" />
        읽고 확인할 공지
        {more > 0 && (
          <span className="ml-auto font-semibold text-sm">외 {formatCount(more)}개</span>
        )}
      </h2>
      {data && <Notices notices={data.notices} />}
      {!data && !error && <SkeletonRows rows={1} label="필독 공지를 불러오는 중입니다." />}
      {!data && error && (
        <div role="alert" className="flex h-13 items-center gap-3 px-4">
          <p className="min-w-0 flex-1 truncate text-md">{messageOf(error, TRY_LATER)}</p>
          <Button size="sm" pending={isFetching} onClick={() => void refetch()}>
            다시 시도
          </Button>
        </div>
      )}
    </Card>
  );
}

function Notices({ notices }: { notices: readonly OwnMustRead[] }) {
  if (notices.length === 0) {
    return <p className="flex h-13 items-center px-4 text-ink-2 text-md">모두 확인했습니다.</p>;
  }
  return (
    <ul>
      {notices.map(({ id, boardType, title, dueOn }) => (
        <li key={id} className="border-line not-first:border-t">
          <Link
            to={PATHS.post}
            params={{ boardType: BOARDS[boardType].slug, postId: String(id) }}
            className="flex h-13 items-center gap-3 px-4 text-md hover:bg-hover focus-visible:outline-offset-[-2px]"
          >
            <bdi className="min-w-0 flex-1 truncate font-semibold">{title}</bdi>
            {dueOn && <DueText dueOn={dueOn} className="shrink-0 text-sm" />}
          </Link>
        </li>
      ))}
    </ul>
  );
}
