import { useMe } from '../../entities/member/me.ts';
import { Card } from '../../ui/card.tsx';
import { quietPart } from '../../ui/lazy-part.tsx';

const MustReadList = quietPart(
  async () => (await import('../../features/must-reads/must-read-list.tsx')).MustReadList,
);

const ROWS_MAX = 3;

/** The place of the must-read notices, as high as they will be. */
export function MustReadSlot() {
  const count = useMe().data?.mustReadCount ?? 0;
  return (
    <Card
      className="overflow-hidden border-sea! bg-sea-weak!"
      style={{ height: `calc(${Math.min(count, ROWS_MAX)} * 2.75rem + 2px)` }}
    >
      <MustReadList />
    </Card>
  );
}
