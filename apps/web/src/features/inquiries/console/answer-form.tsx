import { answerBody, type InquiryDetail } from '@naru/contract/inquiries';
import { LIMITS } from '@naru/contract/limits';
import { countGraphemes } from '@naru/contract/text';
import { type Ref, useImperativeHandle } from 'react';
import { deliveryOf } from '../../../entities/inquiries/delivery.ts';
import { TemplateMenu } from '../../../entities/reply-templates/template-menu.tsx';
import { TRY_LATER } from '../../../lib/api/api-error.ts';
import { useSchemaForm } from '../../../lib/forms.ts';
import { confirmDialog } from '../../../ui/ask.ts';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field.tsx';
import { FormAlert } from '../../../ui/form-alert.tsx';
import { TextArea } from '../../../ui/text-input.tsx';
import { toast } from '../../../ui/toast.ts';
import { useCompleteInquiry, useFollowUp } from './console.queries.ts';

const FORMS = {
  /** Answers and completes an open inquiry. */
  PROCESSING: {
    rows: 6,
    label: '답변',
    hint: '쓰던 답변은 로그인이 끝나면 이 브라우저에서 삭제됩니다. 완료하면 수정할 수 없습니다.',
    action: '완료',
    failed: '문의를 완료하지 못했습니다.',
    asksFirst: true,
  },
  /** Adds to the answer of a completed inquiry. */
  COMPLETED: {
    rows: 3,
    label: '추가 답변',
    hint: '완료한 문의에 덧붙일 말을 남깁니다.',
    action: '추가 답변 남기기',
    failed: '추가 답변을 등록하지 못했습니다.',
    asksFirst: false,
  },
};

/** How the asker learns of the answer. */
export function deliveryTo(
  { userId, asker, outsideReporter }: InquiryDetail,
  memberId: number,
): string {
  const isOutside = outsideReporter !== null;
  const about = { id: userId, hasLeft: asker === null, isOutside, email: outsideReporter?.email };
  return deliveryOf('문의', about, memberId);
}

/** Whoever is not known by name is addressed as what they are. */
function nameOf({ asker, outsideReporter }: InquiryDetail): string {
  return asker?.name || outsideReporter?.name || (outsideReporter ? '신고자' : '회원');
}

/** What is typed into the form, for the dialog of a grant. */
export type AnswerText = { read: () => string; write: (text: string) => void };

type Props = {
  memberId: number;
  inquiry: InquiryDetail;
  ref?: Ref<AnswerText>;
  /** Called once the inquiry is completed. */
  onCompleted: () => void;
};

/**
 * What was typed stays when the state changes: the answer of the slower one of two colleagues becomes a follow-up to
 * that of the faster one.
 */
export function AnswerForm({ memberId, inquiry, ref, onCompleted }: Props) {
  const { id: inquiryId, state } = inquiry;
  const { rows, label, hint, action, failed, asksFirst } = FORMS[state];
  const complete = useCompleteInquiry(inquiryId);
  const followUp = useFollowUp(inquiryId);
  const draftKey = { memberId, boardType: 'inquiry-answer', postId: inquiryId };
  const form = useSchemaForm(answerBody, { answer: '' }, { draft: draftKey });
  const { errors, isSubmitting } = form.formState;
  const text = form.watch('answer');
  const { getValues, setValue } = form;
  useImperativeHandle(
    ref,
    () => ({
      read: () => getValues('answer'),
      write: (answer) => setValue('answer', answer),
    }),
    [getValues, setValue],
  );

  const submit = form.submit(
    async ({ answer }) => {
      const question = {
        title: '이 답변으로 완료할까요?',
        body: `${deliveryTo(inquiry, memberId)} 완료한 뒤에는 수정할 수 없습니다.`,
        confirmLabel: '완료',
      };
      if (asksFirst && !(await confirmDialog(question))) return false;
      await (state === 'PROCESSING' ? complete : followUp).mutateAsync(answer);
      form.setValue('answer', '');
      if (state === 'PROCESSING') onCompleted();
      else toast.success('추가 답변을 남겼습니다.');
      return true;
    },
    {
      title: failed,
      text: TRY_LATER,
      // The body of a follow-up names the field differently.
      fieldOf: ({ errors: named }) => (named.length > 0 ? 'answer' : undefined),
    },
  );

  return (
    <form noValidate data-answer-form="" className="grid gap-3" onSubmit={submit}>
      <Field
        label={label}
        hint={hint}
        error={errors.answer?.message}
        required
        counter={{ count: countGraphemes(text.trim()), max: LIMITS.inquiryMax }}
      >
        <TextArea rows={rows} {...form.area('answer')} />
      </Field>
      <FormAlert problem={form.problem} />
      <div className="flex flex-wrap items-center justify-between gap-2">
        <TemplateMenu kind="ANSWER" name={nameOf(inquiry)} />
        <Button
          type="submit"
          variant="primary"
          pending={isSubmitting}
          className="min-w-28 max-md:w-full"
        >
          {action}
        </Button>
      </div>
    </form>
  );
}
