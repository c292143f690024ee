import { Card } from '../ui/card.tsx';
import { Skeleton, SkeletonRows } from '../ui/skeleton.tsx';

/** Stands in for a page whose code is loading, unless its route names another. */
export function ListPending() {
  return (
    <div className="page-wrap py-5 max-md:py-4">
      <Card className="overflow-hidden pt-12">
        <SkeletonRows rows={8} />
      </Card>
    </div>
  );
}

/** The same for a page with the editor. */
export function FormPending() {
  return (
    <div className="page-wrap max-w-[880px] py-5 max-md:py-4">
      <div role="status" aria-label="불러오는 중입니다." className="grid gap-4">
        <Skeleton className="h-8 w-40" />
        <Skeleton className="h-11 rounded-ctl" />
        <Skeleton className="h-80 rounded-ctl" />
        <Skeleton className="ml-auto h-11 w-40 rounded-ctl" />
      </div>
    </div>
  );
}
