import { Skeleton, SkeletonList } from '../../ui/skeleton.tsx';

export function CommentsSkeleton(props: { label: string; rows: number }) {
  return (
    <SkeletonList {...props} className="flex gap-3 py-4">
      <Skeleton className="h-8 w-8 rounded-full!" />
      <div className="grid flex-1 gap-2.5">
        <Skeleton className="h-3.5! w-24" />
        <Skeleton className="w-3/4" />
      </div>
    </SkeletonList>
  );
}
