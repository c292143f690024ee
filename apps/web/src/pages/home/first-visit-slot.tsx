import { useState } from 'react';
import { useMe } from '../../entities/member/me.ts';
import { quietPart } from '../../ui/lazy-part.tsx';
import { rowsOf } from './first-visit-rows.ts';

const FirstVisit = quietPart(async () => (await import('./first-visit.tsx')).FirstVisit);

/** The place of the first visit, as high as it will be. */
export function FirstVisitSlot() {
  const roles = useMe().data?.roles ?? [];
  const [rows] = useState(() => rowsOf(roles));
  return (
    <div
      className="has-[section]:min-h-0!"
      style={{ minHeight: `calc(${rows.length + 1} * 2.75rem + 2px)` }}
    >
      <FirstVisit rows={rows} />
    </div>
  );
}
