import { memberKey } from '../../lib/member-storage.ts';
import { Card } from '../../ui/card.tsx';
import { cx } from '../../ui/cx.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import type { HomePlan } from './home-plan.ts';

const STORED = memberKey('home');

/** Rows of the boxes above the notices, as on a first visit. */
const USUAL = [2];

/** Remembers the boxes above the notices, by their rows, for the skeleton of the next visit. */
export function rememberShape({ lines, top }: HomePlan, mustReads: number): void {
  const rows = { 'must-reads': Math.min(mustReads, 3), today: lines.length } as Record<
    string,
    number
  >;
  const shape = top.flatMap((section) => rows[section] || []);
  try {
    localStorage.setItem(STORED, JSON.stringify(shape));
  } catch {
    // The next skeleton has the usual shape.
  }
}

function storedShape(): readonly number[] {
  try {
    const shape: unknown = JSON.parse(localStorage.getItem(STORED) ?? 'null');
    return Array.isArray(shape) && shape.every((rows) => rows > 0 && rows < 9) ? shape : USUAL;
  } catch {
    return USUAL;
  }
}

const WIDTHS = ['w-3/5', 'w-4/5', 'w-1/2', 'w-2/3', 'w-3/4', 'w-2/5'];

/** The shape of the last visit, until home knows what it shows. */
export function HomeSkeleton() {
  return (
    <div role="status" aria-label="홈을 불러오는 중입니다." className="grid gap-4 max-md:gap-2">
      {storedShape().map((rows, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the boxes never move
        <Box key={at} rows={rows} isRow />
      ))}
      <div className="flex h-9 items-center gap-6 max-md:h-9 max-md:justify-between">
        {['a', 'b', 'c', 'd'].map((key) => (
          <Skeleton key={key} className="w-16" />
        ))}
      </div>
      <div className="grid gap-4 md:grid-cols-2 lg:grid-cols-3 max-md:gap-2">
        <Box rows={5} />
        <Box rows={6} />
        <Box rows={6} />
      </div>
    </div>
  );
}

function Box({ rows, isRow = false }: { rows: number; isRow?: boolean }) {
  return (
    <Card className={cx('overflow-hidden', isRow && 'md:flex')}>
      {WIDTHS.slice(0, rows).map((width) => (
        <div
          key={width}
          className={cx(
            'flex h-12 items-center border-line px-5 not-first:border-t max-md:h-11 max-md:px-4',
            isRow && 'flex-1 md:not-first:border-t-0 md:not-first:border-l',
          )}
        >
          <Skeleton className={width} />
        </div>
      ))}
    </Card>
  );
}
