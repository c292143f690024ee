import { LIMITS } from '@naru/contract/limits';
import type { Term } from '@naru/contract/timetable';
import { newPlanBody, type TimetablePlan } from '@naru/contract/timetable-plans';
import { useSchemaForm } from '../../../lib/forms.ts';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { DialogButtons } from '../../../ui/dialog-buttons.tsx';
import { Field } from '../../../ui/field.tsx';
import { FormAlert } from '../../../ui/form-alert.tsx';
import { TextInput } from '../../../ui/text-input.tsx';
import { toast } from '../../../ui/toast.ts';
import { planCalls, usePlanChange } from './plans.queries.ts';

type PlanDialogProps = {
  term: Term;
  /** The plan to rename; undefined for a new one. */
  plan?: TimetablePlan;
  /** Suggested for a new one. */
  name?: string;
  onSaved?: (plan: TimetablePlan) => void;
  onClose: () => void;
};

const FORM_ID = 'plan-form';

/** The form of a new plan, or of the name of one. */
export function PlanDialog({ term, plan, name = '', onSaved, onClose }: PlanDialogProps) {
  const form = useSchemaForm(newPlanBody, {
    name: plan?.name ?? name,
    copy: plan === undefined,
    year: term.year,
    semester: term.semester,
  });
  const { errors, isSubmitting } = form.formState;
  const change = usePlanChange();
  const submit = form.submit(async (values) => {
    const saved = await change.mutateAsync(() =>
      plan ? planCalls.rename(plan.id, values.name) : planCalls.create(values),
    );
    onClose();
    toast.success(saved.message);
    onSaved?.(saved.plan);
  });
  return (
    <Dialog
      open
      size="sm"
      title={plan ? '계획 이름 바꾸기' : '계획 만들기'}
      onClose={() => isSubmitting || onClose()}
      footer={
        <DialogButtons
          form={FORM_ID}
          confirmLabel={plan ? '저장' : '만들기'}
          pending={isSubmitting}
          onCancel={onClose}
        />
      }
    >
      <form id={FORM_ID} noValidate onSubmit={submit} className="grid gap-4 pt-1">
        {!plan && (
          <p className="rounded-ctl bg-deck px-3.5 py-3 text-ink-2 text-md">
            내 시간표를 바꾸지 않고 강의와 일정을 미리 짜 봅니다. 나만 볼 수 있고, 강의실에는
            들어가지 않습니다.
          </p>
        )}
        <Field label="계획 이름" required error={errors.name?.message}>
          <TextInput data-autofocus maxLength={LIMITS.planNameMax * 2} {...form.register('name')} />
        </Field>
        {!plan && <Checkbox label="지금 시간표를 복사해서 시작" {...form.register('copy')} />}
        <FormAlert problem={form.problem} />
      </form>
    </Dialog>
  );
}
