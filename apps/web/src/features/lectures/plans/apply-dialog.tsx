import { LIMITS } from '@naru/contract/limits';
import { TEXTS } from '@naru/contract/texts';
import type { PlanChange, PlanChanges, TimetablePlan } from '@naru/contract/timetable-plans';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { ApiError, messageOf } from '../../../lib/api/api-error.ts';
import type { FormProblem } from '../../../lib/forms.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { DialogButtons } from '../../../ui/dialog-buttons.tsx';
import { Field } from '../../../ui/field.tsx';
import { FormAlert } from '../../../ui/form-alert.tsx';
import { LoadState } from '../../../ui/load-state.tsx';
import { TextInput } from '../../../ui/text-input.tsx';
import { toast } from '../../../ui/toast.ts';
import { ChangeList } from './change-list.tsx';
import { planChangesQuery, useApplyPlan } from './plans.queries.ts';

type ApplyDialogProps = { plan: TimetablePlan; onApplied: () => void; onClose: () => void };

type Codes = Readonly<Record<number, string>>;
/** Of the entry code of one lecture. */
type CodeProblem = { lectureId: number; text: string };

const FORM_ID = 'apply-plan-form';

/** Shows what becomes of the timetable, and makes it equal to a plan. */
export function ApplyDialog({ plan, onApplied, onClose }: ApplyDialogProps) {
  // Never from the cache: the timetable may have changed on another device.
  const query = useQuery({ ...planChangesQuery(plan.id), staleTime: 0, refetchOnMount: 'always' });
  const { data: changes, isFetchedAfterMount } = query;
  const apply = useApplyPlan(plan.id);
  const [codes, setCodes] = useState<Codes>({});
  const [codeProblem, setCodeProblem] = useState<CodeProblem | null>(null);
  const [problem, setProblem] = useState<FormProblem | null>(null);

  function refuse(error: unknown) {
    const { code, conflicts = [] } = error instanceof ApiError ? error : {};
    const text = messageOf(error, '시간표를 바꾸지 못했습니다. 다시 시도해 주세요.');
    const [lecture] = conflicts;
    if (lecture && (code === 'LECTURE_CODE_WRONG' || code === 'LECTURE_CODE_REQUIRED')) {
      return setCodeProblem({ lectureId: lecture.id, text });
    }
    const names = conflicts.map(({ title }) => title).join(', ');
    setProblem(names === '' ? { text } : { title: names, text });
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (changes === undefined || apply.isPending) return;
    const wrong = findCodeProblem(changes, codes);
    setCodeProblem(wrong);
    setProblem(null);
    if (wrong !== null) return;
    apply.mutate(
      { version: changes.version, codes: typedCodes(changes, codes) },
      {
        onSuccess: ({ message }) => {
          toast.success(message);
          onApplied();
        },
        onError: refuse,
      },
    );
  }

  const isSame = changes && changes.added.length + changes.removed.length === 0;
  return (
    <Dialog
      open
      title="내 시간표로 만들기"
      onClose={() => apply.isPending || onClose()}
      footer={
        <DialogButtons
          form={FORM_ID}
          confirmLabel="이대로 바꾸기"
          pending={apply.isPending}
          disabled={!isFetchedAfterMount || changes === undefined || isSame === true}
          onCancel={onClose}
        />
      }
    >
      <form id={FORM_ID} noValidate onSubmit={submit} className="grid gap-4 pt-1">
        <p className="text-ink-2 text-md [overflow-wrap:anywhere]">
          내 시간표가 ‘{plan.name}’ 계획과 같아집니다. 들어가는 강의의 강의실에 입장하고, 빠지는
          강의의 강의실에서 나옵니다.
        </p>
        {changes === undefined ? (
          <LoadState query={query} failed="바뀔 내용을 불러오지 못했습니다." rows={3} />
        ) : (
          <>
            <ChangeList
              title="시간표에 들어갑니다"
              changes={changes.added}
              note={(change) =>
                change.needsCode && (
                  <CodeInput
                    lecture={change}
                    code={codes[change.id] ?? ''}
                    problem={codeProblem?.lectureId === change.id ? codeProblem.text : undefined}
                    onCode={(code) => {
                      setCodes({ ...codes, [change.id]: code });
                      setCodeProblem(null);
                    }}
                  />
                )
              }
            />
            <ChangeList
              title="시간표에서 빠집니다"
              changes={changes.removed}
              note={(change) => <LeavingNote change={change} />}
            />
            {isSame && <p className="text-md">내 시간표가 이미 이 계획과 같습니다.</p>}
          </>
        )}
        <FormAlert problem={problem} />
      </form>
    </Dialog>
  );
}

function LeavingNote({ change }: { change: PlanChange }) {
  return (
    <>
      {change.hasPosts && (
        <p className="text-ink-2 text-sm">내가 쓴 글이 있는 강의실입니다. 나가도 글은 남습니다.</p>
      )}
      {change.needsCode && (
        <p className="text-ink-2 text-sm">다시 들어가려면 입장 코드가 필요합니다.</p>
      )}
    </>
  );
}

type CodeInputProps = {
  lecture: PlanChange;
  code: string;
  problem: string | undefined;
  onCode: (code: string) => void;
};

function CodeInput({ lecture, code, problem, onCode }: CodeInputProps) {
  return (
    <Field label={`${lecture.title} 입장 코드`} required error={problem} className="mt-1.5">
      <TextInput autoComplete="off" value={code} maxLength={LIMITS.entryCodeMax} onText={onCode} />
    </Field>
  );
}

function lockedOf({ added }: PlanChanges): PlanChange[] {
  return added.filter(({ needsCode }) => needsCode);
}

function findCodeProblem(changes: PlanChanges, codes: Codes): CodeProblem | null {
  for (const { id: lectureId } of lockedOf(changes)) {
    const code = (codes[lectureId] ?? '').trim();
    if (code === '') return { lectureId, text: TEXTS.entryCodeRequired };
    if (code.length < LIMITS.entryCodeMin) return { lectureId, text: TEXTS.entryCodeLength };
  }
  return null;
}

function typedCodes(changes: PlanChanges, codes: Codes) {
  return lockedOf(changes).map(({ id }) => ({ lectureId: id, code: codes[id] ?? '' }));
}
