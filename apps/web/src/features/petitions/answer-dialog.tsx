import { LIMITS } from '@naru/contract/limits';
import { answerBody, type Petition } from '@naru/contract/petitions';
import { countGraphemes } from '@naru/contract/text';
import { TEXTS } from '@naru/contract/texts';
import { useState } from 'react';
import { api } from '../../lib/api/api.ts';
import { useSchemaForm } from '../../lib/forms.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogButtons } from '../../ui/dialog-buttons.tsx';
import { Field } from '../../ui/field.tsx';
import { FormAlert } from '../../ui/form-alert.tsx';
import { TextArea } from '../../ui/text-input.tsx';
import { toast } from '../../ui/toast.ts';
import { bodyName, dayText } from './petition-state.tsx';
import { useChangePetition } from './petitions.queries.ts';

/** What a new version begins with: nothing of an answer that staff removed. */
const contentOf = (answer: Petition['answers'][number] | undefined) =>
  answer === undefined || answer.content === TEXTS.petitionRedacted ? '' : answer.content;

type AnswerDialogProps = { petition: Petition; onClose: () => void };

/** The answer of the body that owes it, or a new version of it. */
export function AnswerDialog({ petition, onClose }: AnswerDialogProps) {
  const { id, owedOn } = petition;
  // The answer as it was when the form opened: another one meanwhile is a conflict.
  const [current] = useState(petition.answers[0]);
  const form = useSchemaForm(
    answerBody,
    { content: contentOf(current), amends: current?.version ?? null },
    { draft: `staff-petition-answer-${id}` },
  );
  const { errors, isSubmitting } = form.formState;
  const change = useChangePetition(id);
  const submit = form.submit(
    async (body) => {
      await change.mutateAsync(() =>
        api('POST /api/petitions/:id/answer', { params: { id }, body }),
      );
      onClose();
      toast.success(current ? '답변을 수정했습니다.' : '답변을 올렸습니다.');
    },
    { title: '답변을 저장하지 못했습니다.' },
  );
  const isLate = petition.state === 'OVERDUE';
  const due = owedOn === null ? '' : dayText(owedOn);
  const first = isLate ? `답변 기한이 ${due}에 지났습니다.` : `${due}까지 답변해 주세요.`;
  const lead = current
    ? '수정 전 답변도 함께 공개됩니다.'
    : `${first} 작성자와 서명한 회원에게 알립니다.`;
  return (
    <Dialog
      open
      title={current ? '답변 수정' : `${bodyName(petition)}의 답변`}
      dismissable={!isSubmitting}
      onClose={onClose}
      footer={
        <DialogButtons
          confirmLabel={current ? '저장' : '올리기'}
          onConfirm={submit}
          onCancel={form.cancel(onClose)}
          pending={isSubmitting}
        />
      }
    >
      <p className="mb-4 text-ink-2">{lead}</p>
      <Field
        label="답변"
        required
        error={errors.content?.message}
        counter={{
          count: countGraphemes(form.watch('content').trim()),
          max: LIMITS.petitionAnswerMax,
        }}
      >
        <TextArea data-autofocus rows={10} {...form.area('content')} />
      </Field>
      <FormAlert problem={form.problem} />
    </Dialog>
  );
}
