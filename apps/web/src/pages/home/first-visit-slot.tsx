import { canAnswerQuestions, hasRole } from '@naru/contract/roles';
import { useState } from 'react';
import { useMe } from '../../entities/member/me.ts';
import { installWay } from '../../lib/install.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';

const FirstVisit = lazyPart(async () => (await import('./first-visit.tsx')).FirstVisit);

/** What the first visit can ask for. */
export type FirstVisitRow = 'year' | 'timetable' | 'push' | 'install';

function rowsOf(roles: readonly string[]): FirstVisitRow[] {
  const isStudent = !canAnswerQuestions(roles) && !hasRole(roles, 'ADMIN');
  const mayNotify =
    'serviceWorker' in navigator &&
    'Notification' in window &&
    Notification.permission === 'default';
  const rows: [FirstVisitRow, boolean][] = [
    ['year', isStudent],
    ['timetable', isStudent],
    ['push', mayNotify],
    ['install', installWay.get() !== null],
  ];
  return rows.filter(([, isShown]) => isShown).map(([row]) => row);
}

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
