import { cx } from '../../ui/cx.ts';
import { Skeleton, SkeletonList } from '../../ui/skeleton.tsx';

const BUBBLES = ['w-48', 'w-64 self-end', 'w-36 self-end', 'w-56', 'w-72', 'w-44 self-end'];

export function RoomsSkeleton() {
  return (
    <SkeletonList rows={4} className="flex h-18 items-center gap-3 border-line border-b px-4">
      <Skeleton className="size-11 rounded-full" />
      <span className="grid flex-1 gap-2">
        <Skeleton className="h-3.5 w-24" />
        <Skeleton className="h-3 w-4/5" />
      </span>
    </SkeletonList>
  );
}

export function LogSkeleton() {
  return (
    <div
      role="status"
      aria-label="불러오는 중입니다."
      className="flex min-h-0 flex-1 flex-col justify-end gap-3 overflow-hidden bg-deck p-4"
    >
      {BUBBLES.map((look) => (
        <Skeleton key={look} className={cx('h-10 max-w-[75%] shrink-0 rounded-card', look)} />
      ))}
    </div>
  );
}
