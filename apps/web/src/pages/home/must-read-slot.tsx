import { type ReactNode, useEffect, useState } from 'react';
import { useMe } from '../../entities/member/me.ts';
import { memberKey } from '../../lib/member-storage.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';

const MustReadList = lazyPart(
  async () => (await import('../../features/must-reads/must-read-list.tsx')).MustReadList,
);

const STORED = memberKey('must-reads');
const ROWS_MAX = 3;

/** How many waited on the last visit; 0 without storage. */
function storedCount(): number {
  try {
    return Number(localStorage.getItem(STORED)) || 0;
  } catch {
    return 0;
  }
}

/** In rem: heading, rows, borders and the gap below. */
function heightOf(count: number): number {
  return count === 0 ? 0 : 3.9 + 3.25 * Math.min(count, ROWS_MAX);
}

/**
 * Must-read notices above the page, whose place is known from the last visit. Where there are more now,
 * the page moves by a transform, which shifts no layout.
 */
export function MustReadSlot({ children }: { children: ReactNode }) {
  const count = useMe().data?.mustReadCount;
  const [reserved] = useState(() => heightOf(count ?? storedCount()));
  useEffect(() => {
    if (count === undefined) return;
    try {
      localStorage.setItem(STORED, String(count));
    } catch {
      // The next visit reserves no place.
    }
  }, [count]);
  const height = Math.max(reserved, heightOf(count ?? 0));
  const late = `${height - reserved}rem`;
  return (
    <>
      {height > 0 && (
        <div className="pb-4" style={{ height: `${height}rem`, marginBottom: `-${late}` }}>
          <MustReadList />
        </div>
      )}
      <div
        className="grid gap-4"
        style={
          height > reserved ? { transform: `translateY(${late})`, paddingBottom: late } : undefined
        }
      >
        {children}
      </div>
    </>
  );
}
