import { canAnswerQuestions, hasRole } from '@naru/contract/roles';
import { installWay } from '../../lib/install.ts';

/** What the first visit can ask for. */
export type FirstVisitRow = 'year' | 'timetable' | 'push' | 'install';

/** What makes sense for the member on this device. */
export function rowsOf(roles: readonly string[]): FirstVisitRow[] {
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
