import { answerBody, type InquiryDetail } from '@naru/contract/inquiries';
import { LIMITS } from '@naru/contract/limits';
import { ROLE_TITLES, type Role } from '@naru/contract/roles';
import { countGraphemes } from '@naru/contract/text';
import { DONE } from '@naru/contract/texts';
import type { RefObject } from 'react';
import { TRY_LATER } from '../../../lib/api/api-error.ts';
import { useSchemaForm } from '../../../lib/forms.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field } from '../../../ui/field.tsx';
import { FormAlert } from '../../../ui/form-alert.tsx';
import { TextArea } from '../../../ui/text-input.tsx';
import { toast } from '../../../ui/toast.ts';
import { type AnswerText, deliveryTo } from './answer-form.tsx';
import { useGrantAndComplete, useGrantFromInquiry } from './console.queries.ts';

/** What stands in the dialog when nothing was typed below. */
export const answerFor = (role: Role) => `확인했습니다. ${ROLE_TITLES[role]} 권한을 드렸습니다.`;

type Props = {
  inquiry: InquiryDetail;
  role: Role;
  memberId: number;
  /** With what the answer begins. */
  first: string;
  /** What stands in the form of the answer below. */
  answerText: RefObject<AnswerText | null>;
  onClose: () => void;
  /** Called once the inquiry is completed. */
  onCompleted: () => void;
};

/** Asks before a grant, which it sends with the answer or alone. What was typed here and not sent goes below. */
export function GrantDialog(props: Props) {
  const { inquiry, role, memberId, first, answerText, onClose, onCompleted } = props;
  const { id, userName, asker } = inquiry;
  const grant = useGrantFromInquiry(id);
  const grantAndComplete = useGrantAndComplete(id);
  const form = useSchemaForm(answerBody, { answer: first }, { draft: `inquiry-grant-${id}` });
  const { errors, isSubmitting } = form.formState;
  const text = form.watch('answer');
  const isPending = isSubmitting || grant.isPending;

  const submit = form.submit(
    async ({ answer }) => {
      await grantAndComplete.mutateAsync(answer);
      answerText.current?.write('');
      onClose();
      onCompleted();
    },
    { title: '권한 부여 실패', text: TRY_LATER },
  );

  function leave() {
    if (text !== first) answerText.current?.write(text);
    form.endDraft();
    onClose();
  }

  async function grantOnly() {
    form.setProblem(null);
    try {
      await grant.mutateAsync(undefined);
      toast.success(DONE.roleGranted);
      leave();
    } catch (error) {
      form.refuse(error, { title: '권한 부여 실패', text: TRY_LATER });
    }
  }

  return (
    <Dialog
      open
      title={`${userName} 님에게 ${ROLE_TITLES[role]} 권한을 부여할까요?`}
      dismissable={!isPending}
      onClose={leave}
      footer={
        <>
          <Button
            variant="ghost"
            className="md:mr-auto"
            disabled={isSubmitting}
            pending={grant.isPending}
            onClick={() => void grantOnly()}
          >
            권한만 부여
          </Button>
          <Button disabled={isPending} onClick={leave}>
            취소
          </Button>
          <Button
            data-autofocus
            variant="primary"
            disabled={grant.isPending}
            pending={isSubmitting}
            onClick={submit}
          >
            부여하고 완료
          </Button>
        </>
      }
    >
      <p className="mb-4 text-ink-2 [overflow-wrap:anywhere]">
        {asker && (
          <>
            <bdi>{asker.name}</bdi> ({asker.username}){' · '}
          </>
        )}
        {deliveryTo(inquiry, memberId)} 완료한 뒤에는 수정할 수 없습니다.
      </p>
      <Field
        label="답변"
        required
        error={errors.answer?.message}
        counter={{ count: countGraphemes(text.trim()), max: LIMITS.inquiryMax }}
      >
        <TextArea rows={4} {...form.area('answer')} />
      </Field>
      <FormAlert problem={form.problem} />
    </Dialog>
  );
}
