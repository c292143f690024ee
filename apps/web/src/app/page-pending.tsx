import { Card } from '../ui/card.tsx';
import { SkeletonRows } from '../ui/skeleton.tsx';

export function PagePending() {
  return (
    <div className="page-wrap py-5">
      <Card className="overflow-hidden pt-12">
        <SkeletonRows rows={8} />
      </Card>
    </div>
  );
}
