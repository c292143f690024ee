import { Skeleton, SkeletonList } from '../../ui/skeleton.tsx';

export function NotificationSkeleton() {
  return (
    <SkeletonList
      rows={4}
      label="알림을 불러오는 중입니다."
      className="flex h-[76px] gap-3 border-line border-t px-5 py-3"
    >
      <Skeleton className="size-9 shrink-0 rounded-full" />
      <span className="grid flex-1 content-start gap-2.5 pt-1">
        <Skeleton className="h-3.5 w-4/5" />
        <Skeleton className="h-3 w-16" />
      </span>
    </SkeletonList>
  );
}
