import { LIMITS } from '@naru/contract/limits';
import type { Term } from '@naru/contract/timetable';
import type { TimetablePlan } from '@naru/contract/timetable-plans';
import { useEffect, useState } from 'react';
import { DeletedPlan, PlanPanel, suggestName } from '../../features/lectures/plans/plan-panel.tsx';
import type { PlanLectures } from '../../features/lectures/plans/use-plan-lectures.ts';
import { createStore, useStore } from '../../lib/store.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import type { WeekTabs } from './term-week.tsx';
import type { Plans } from './use-term.ts';

const PlanDialog = lazyPart(
  async () => (await import('../../features/lectures/plans/plan-dialog.tsx')).PlanDialog,
);

/** Whether the form of a new plan is open. */
export const isPlanning = createStore(false);

const TIMETABLE = 'timetable';

/** Undefined without a plan. */
export function tabsOf(
  { plans, plan }: Plans,
  onOpen: (id: number | undefined) => void,
): WeekTabs | undefined {
  if (plans.length === 0) return undefined;
  const items = plans.map(({ id, name }) => ({
    value: String(id),
    label: <span className="block truncate">{name}</span>,
  }));
  return {
    items: [{ value: TIMETABLE, label: '내 시간표' }, ...items],
    value: plan ? String(plan.id) : TIMETABLE,
    onChange: (value) => onOpen(value === TIMETABLE ? undefined : Number(value)),
  };
}

/** As far as is known: while plans arrive, or cannot be loaded, the button keeps its place. */
export function mayPlan({ plans }: Plans): boolean {
  return plans.length < LIMITS.plansPerTerm;
}

type PlanningProps = {
  term: Term;
  planning: Plans;
  lectures: PlanLectures;
  onOpen: (id: number | undefined) => void;
};

/** The open plan, the one that was just deleted, and the form of a new one. */
export function Planning({ term, planning, lectures, onOpen }: PlanningProps) {
  const { plan, plans } = planning;
  const isOpen = useStore(isPlanning);
  const [deleted, setDeleted] = useState<TimetablePlan | null>(null);
  useEffect(() => () => isPlanning.set(false), []);
  const isGone = deleted && !plans.some(({ id }) => id === deleted.id);
  return (
    <>
      {isGone && deleted.year === term.year && deleted.semester === term.semester && (
        <DeletedPlan plan={deleted} onRestored={({ id }) => onOpen(id)} />
      )}
      {plan && (
        <PlanPanel
          key={plan.id}
          plan={plan}
          lectures={lectures}
          onApplied={() => onOpen(undefined)}
          onDeleted={(gone) => {
            setDeleted(gone);
            onOpen(undefined);
          }}
        />
      )}
      {isOpen && (
        <PlanDialog
          term={term}
          name={suggestName(plans)}
          onSaved={({ id }) => onOpen(id)}
          onClose={() => isPlanning.set(false)}
        />
      )}
    </>
  );
}
