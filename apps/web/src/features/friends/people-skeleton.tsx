import { Skeleton, SkeletonList } from '../../ui/skeleton.tsx';

export function PeopleSkeleton({ rows = 4 }: { rows?: number }) {
  return (
    <SkeletonList rows={rows} className="flex h-15 items-center gap-3 border-line border-t px-5">
      <Skeleton className="size-9 rounded-full" />
      <Skeleton className="h-3.5 w-28" />
    </SkeletonList>
  );
}
