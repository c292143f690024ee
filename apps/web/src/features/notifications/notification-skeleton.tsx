import { Skeleton } from '../../ui/skeleton.tsx';

const ROWS = ['a', 'b', 'c', 'd'];

export function NotificationSkeleton() {
  return (
    <div role="status" aria-label="알림을 불러오는 중입니다.">
      {ROWS.map((row) => (
        <div key={row} className="flex h-[76px] gap-3 border-line border-t px-5 py-3">
          <Skeleton className="size-9 shrink-0 rounded-full" />
          <span className="grid flex-1 content-start gap-2.5 pt-1">
            <Skeleton className="h-3.5 w-4/5" />
            <Skeleton className="h-3 w-16" />
          </span>
        </div>
      ))}
    </div>
  );
}
