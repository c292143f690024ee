import type { Lecture } from '@naru/contract/lectures';
import { LIMITS } from '@naru/contract/limits';
import type { TimetablePlan } from '@naru/contract/timetable-plans';
import { useQuery } from '@tanstack/react-query';
import { CalendarCheck, Ellipsis, Pencil, Trash2, Undo2, X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { messageOf } from '../../../lib/api/api-error.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { cx } from '../../../ui/cx.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { LoadState } from '../../../ui/load-state.tsx';
import { Menu } from '../../../ui/menu.tsx';
import { toast } from '../../../ui/toast.ts';
import { formatSchedules } from '../days.ts';
import { ChangeList } from './change-list.tsx';
import { planCalls, planChangesQuery, useDeletePlan, usePlanChange } from './plans.queries.ts';
import type { PlanLectures } from './use-plan-lectures.ts';

const ApplyDialog = lazyPart(async () => (await import('./apply-dialog.tsx')).ApplyDialog);
const PlanDialog = lazyPart(async () => (await import('./plan-dialog.tsx')).PlanDialog);

type PlanPanelProps = {
  plan: TimetablePlan;
  lectures: PlanLectures;
  onApplied: () => void;
  onDeleted: (plan: TimetablePlan) => void;
};

/** The open plan: its lectures, how it differs from the timetable, and what to do with it. */
export function PlanPanel({ plan, lectures, onApplied, onDeleted }: PlanPanelProps) {
  const [open, setOpen] = useState<'apply' | 'rename' | null>(null);
  const deleting = useDeletePlan();
  async function remove(): Promise<void> {
    try {
      await deleting.mutateAsync(plan);
      onDeleted(plan);
    } catch (error) {
      toast.error(messageOf(error));
    }
  }
  const close = () => setOpen(null);
  return (
    <Card as="section" aria-label="계획" className="grid gap-4 p-5">
      <div className="-my-1 flex items-center gap-2">
        <h2 className="min-w-0 flex-1 font-bold text-lg [overflow-wrap:anywhere]">{plan.name}</h2>
        <Menu
          label="계획 관리"
          trigger={<Ellipsis size={18} />}
          triggerClassName="-mr-2 grid size-10 shrink-0 place-items-center rounded-ctl text-ink-2 hover:bg-hover hover:text-ink max-md:size-11"
          items={[
            {
              label: '이름 바꾸기',
              icon: <Pencil size={16} />,
              onSelect: () => setOpen('rename'),
            },
            {
              label: '계획 삭제',
              icon: <Trash2 size={16} />,
              danger: true,
              onSelect: () => void remove(),
            },
          ]}
        />
      </div>
      <p className="text-ink-3 text-md">
        나만 보는 계획입니다. 담은 강의의 강의실에는 아직 들어가지 않습니다.
      </p>
      <Faults plan={plan} />
      <Lectures plan={plan} lectures={lectures} />
      <Comparison plan={plan} onApply={() => setOpen('apply')} />
      {open === 'rename' && <PlanDialog term={plan} plan={plan} onClose={close} />}
      {open === 'apply' && <ApplyDialog plan={plan} onApplied={onApplied} onClose={close} />}
    </Card>
  );
}

/** Lectures that are gone, and what overlaps since. */
function Faults({ plan: { id, gone, overlaps } }: { plan: TimetablePlan }) {
  const { mutate } = usePlanChange();
  if (gone.length + overlaps.length === 0) return null;
  return (
    <div role="status" className="grid gap-2 rounded-ctl bg-gold-weak px-3.5 py-3 text-md">
      {gone.map((lecture) => (
        <div key={lecture.id} className="flex items-center gap-2">
          <p className="min-w-0 flex-1 [overflow-wrap:anywhere]">
            ‘{lecture.title}’ 강의가{' '}
            {lecture.reason === 'removed' ? '없어졌습니다.' : '다른 학기로 옮겨졌습니다.'}
          </p>
          <IconButton
            label={`${lecture.title} 계획에서 빼기`}
            tooltip={false}
            onClick={() =>
              mutate(() => planCalls.removeLecture(id, lecture.id), {
                onError: (error) => void toast.error(messageOf(error)),
              })
            }
          >
            <X size={18} />
          </IconButton>
        </div>
      ))}
      {overlaps.length > 0 && (
        <p className="[overflow-wrap:anywhere]">
          강의 시간이 바뀌어 서로 겹칩니다: {overlaps.map(({ title }) => title).join(', ')}
        </p>
      )}
    </div>
  );
}

function Lectures({ plan, lectures }: Pick<PlanPanelProps, 'plan' | 'lectures'>) {
  const { removed, remove, bringBack } = lectures;
  const shown = [...plan.lectures, ...removed].sort(
    (a, b) => a.grade - b.grade || a.title.localeCompare(b.title, 'ko') || a.id - b.id,
  );
  if (shown.length === 0) return null;
  return (
    <ul aria-label="계획의 강의" className="border-line border-y">
      {shown.map((lecture) =>
        removed.includes(lecture) ? (
          <LectureRow key={lecture.id} lecture={lecture} isGone>
            <IconButton
              label={`${lecture.title} 되돌리기`}
              tooltip={false}
              onClick={() => bringBack(lecture)}
            >
              <Undo2 size={18} />
            </IconButton>
          </LectureRow>
        ) : (
          <LectureRow key={lecture.id} lecture={lecture}>
            <IconButton
              label={`${lecture.title} 계획에서 빼기`}
              tooltip={false}
              onClick={() => remove(lecture)}
            >
              <X size={18} />
            </IconButton>
          </LectureRow>
        ),
      )}
    </ul>
  );
}

type LectureRowProps = { lecture: Lecture; isGone?: boolean; children: ReactNode };

function LectureRow({ lecture, isGone = false, children }: LectureRowProps) {
  return (
    <li className="flex items-center gap-2 border-line border-t py-1 first:border-t-0">
      <div className={cx('min-w-0 flex-1', isGone && 'text-ink-3 line-through')}>
        <p className="truncate font-semibold text-md">{lecture.title}</p>
        <p className="text-ink-3 text-sm">{formatSchedules(lecture.schedules)}</p>
      </div>
      <div className="-mr-2">{children}</div>
    </li>
  );
}

/** How a plan differs from the timetable. */
function Comparison({ plan, onApply }: { plan: TimetablePlan; onApply: () => void }) {
  const query = useQuery(planChangesQuery(plan.id));
  const { data: changes } = query;
  if (changes === undefined) {
    return <LoadState query={query} failed="시간표와 비교하지 못했습니다." rows={2} />;
  }
  if (changes.added.length + changes.removed.length === 0) {
    return <p className="text-md">내 시간표와 같습니다.</p>;
  }
  return (
    <>
      <section aria-label="내 시간표와 비교" className="grid gap-3">
        <p className="font-bold text-md">내 시간표와 비교</p>
        <ChangeList title="계획에만 있는 것" changes={changes.added} />
        <ChangeList title="내 시간표에만 있는 것" changes={changes.removed} />
      </section>
      {plan.lectures.length + plan.entries.length > 0 && (
        <Button variant="primary" icon={<CalendarCheck size={18} />} onClick={onApply}>
          내 시간표로 만들기
        </Button>
      )}
    </>
  );
}

type DeletedPlanProps = { plan: TimetablePlan; onRestored: (plan: TimetablePlan) => void };

/** Stands where a plan was that was just deleted. */
export function DeletedPlan({ plan, onRestored }: DeletedPlanProps) {
  const change = usePlanChange();
  async function restore(): Promise<void> {
    try {
      const restored = await change.mutateAsync(() => planCalls.restore(plan.id));
      toast.success(restored.message);
      onRestored(restored.plan);
    } catch (error) {
      toast.error(messageOf(error));
    }
  }
  return (
    <Card className="flex items-center gap-2 py-2 pr-2 pl-5">
      <p role="status" className="min-w-0 flex-1 text-md [overflow-wrap:anywhere]">
        ‘{plan.name}’ 계획을 삭제했습니다.
      </p>
      <Button
        variant="ghost"
        icon={<Undo2 size={16} />}
        pending={change.isPending}
        onClick={() => void restore()}
      >
        되돌리기
      </Button>
    </Card>
  );
}

/** `계획 1`, or the next name that no plan has. */
export function suggestName(plans: readonly TimetablePlan[]): string {
  const names = Array.from({ length: LIMITS.plansPerTerm }, (_, at) => `계획 ${at + 1}`);
  return names.find((name) => plans.every((plan) => plan.name !== name)) ?? '';
}
