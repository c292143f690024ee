import { Skeleton } from '../../ui/skeleton.tsx';

export function CommentsSkeleton(props: { label: string; rows: number }) {
  return (
    <div role="status" aria-label={props.label}>
      {Array.from({ length: props.rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all alike and never move
        <div key={`row-${row}`} className="flex gap-3 py-4">
          <Skeleton className="h-8 w-8 rounded-full!" />
          <div className="grid flex-1 gap-2.5">
            <Skeleton className="h-3.5! w-24" />
            <Skeleton className="w-3/4" />
          </div>
        </div>
      ))}
    </div>
  );
}
