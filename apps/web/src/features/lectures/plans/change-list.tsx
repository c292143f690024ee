import type { PlanChange } from '@naru/contract/timetable-plans';
import type { ReactNode } from 'react';
import { formatSchedules } from '../days.ts';

type ChangeListProps = {
  title: string;
  changes: readonly PlanChange[];
  /** What stands below a change. */
  note?: (change: PlanChange) => ReactNode;
};

/** What is only in a plan, or only in the timetable; nothing when empty. */
export function ChangeList({ title, changes, note }: ChangeListProps) {
  if (changes.length === 0) return null;
  return (
    <div>
      <h3 className="font-bold text-sea text-sm">{title}</h3>
      <ul aria-label={title} className="mt-1 grid gap-2">
        {changes.map((change) => (
          <li key={`${change.isEntry ?? false}-${change.id}`} className="min-w-0 text-md">
            <p className="font-semibold [overflow-wrap:anywhere]">{change.title}</p>
            <p className="text-ink-3 text-sm">
              {change.isEntry && '개인 일정 · '}
              {formatSchedules(change.schedules)}
            </p>
            {note?.(change)}
          </li>
        ))}
      </ul>
    </div>
  );
}
