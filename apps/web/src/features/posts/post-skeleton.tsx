import { Skeleton } from '../../ui/skeleton.tsx';

/** The picture of an item, and its title and facts beside it. */
export const ITEM_GRID = 'grid gap-6 md:grid-cols-[minmax(0,320px)_minmax(0,1fr)]';

export function PostHeadSkeleton() {
  return (
    <div className="border-line border-b pb-5">
      <Skeleton className="h-4 w-24" />
      <Skeleton className="mt-4 h-7 w-3/4" />
      <div className="mt-5 flex items-center gap-3">
        <Skeleton className="h-10 w-10 rounded-full!" />
        <div className="grid gap-2">
          <Skeleton className="w-20" />
          <Skeleton className="h-3! w-36" />
        </div>
      </div>
    </div>
  );
}

export function PostBodySkeleton() {
  return (
    <div role="status" aria-label="게시글을 불러오는 중입니다." className="py-7 max-md:py-5">
      <Lines />
      <Skeleton className="mx-auto mt-8 h-11 w-32 rounded-full" />
    </div>
  );
}

function Lines() {
  return (
    <div className="grid gap-3.5">
      <Skeleton className="w-11/12" />
      <Skeleton className="w-4/5" />
      <Skeleton className="w-10/12" />
      <Skeleton className="mt-3 w-3/5" />
      <Skeleton className="w-2/3" />
    </div>
  );
}
