import { Skeleton } from '../../ui/skeleton.tsx';

const ROWS = ['a', 'b', 'c', 'd'];

export function PeopleSkeleton({ rows = ROWS.length }: { rows?: number }) {
  return (
    <div role="status" aria-label="불러오는 중입니다.">
      {ROWS.slice(0, rows).map((row) => (
        <div key={row} className="flex h-15 items-center gap-3 border-line border-t px-5">
          <Skeleton className="size-9 rounded-full" />
          <Skeleton className="h-3.5 w-28" />
        </div>
      ))}
    </div>
  );
}
