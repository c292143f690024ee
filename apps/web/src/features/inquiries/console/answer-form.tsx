import { LIMITS } from '@naru/contract/limits';
import { countGraphemes } from '@naru/contract/text';
import { TEXTS } from '@naru/contract/texts';
import { useState } from 'react';
import { fieldErrorOf, messageOf } from '../../../lib/api/api-error.ts';
import { alertDialog, confirmDialog } from '../../../ui/ask.ts';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field.tsx';
import { TextArea } from '../../../ui/text-area.tsx';
import { toast } from '../../../ui/toast.ts';
import { useCompleteInquiry, useFollowUp } from './console.queries.ts';
import { DESK_TEXTS } from './console.texts.ts';
import { useAnswerDraft } from './use-answer-draft.ts';

type Props = { memberId: number; inquiryId: number };

/** Answers and finishes an inquiry that is being processed (spec 4). */
export function AnswerForm({ memberId, inquiryId }: Props) {
  const complete = useCompleteInquiry(inquiryId);
  return (
    <WordsForm
      {...{ memberId, inquiryId }}
      rows={6}
      label={DESK_TEXTS.answer}
      hint={DESK_TEXTS.answerHint}
      action={DESK_TEXTS.complete}
      failed={DESK_TEXTS.completeFailed}
      field="answer"
      pending={complete.isPending}
      ask={{
        title: DESK_TEXTS.completeAsk,
        body: DESK_TEXTS.completeBody,
        confirmLabel: DESK_TEXTS.complete,
      }}
      send={async (answer) => {
        await complete.mutateAsync(answer);
        toast.success(DESK_TEXTS.done);
      }}
    />
  );
}

/** Adds something to the answer of a finished inquiry (decisions 161). */
export function FollowUpForm({ memberId, inquiryId }: Props) {
  const followUp = useFollowUp(inquiryId);
  return (
    <WordsForm
      {...{ memberId, inquiryId }}
      rows={3}
      label={DESK_TEXTS.followUp}
      hint={DESK_TEXTS.followUpHint}
      action={DESK_TEXTS.followUpSend}
      failed={DESK_TEXTS.followUpFailed}
      field="content"
      pending={followUp.isPending}
      send={async (content) => {
        await followUp.mutateAsync(content);
        toast.success(DESK_TEXTS.followUpDone);
      }}
    />
  );
}

type WordsProps = Props & {
  rows: number;
  label: string;
  hint: string;
  action: string;
  failed: string;
  /** Its name on the wire. */
  field: string;
  pending: boolean;
  ask?: Parameters<typeof confirmDialog>[0];
  send: (text: string) => Promise<void>;
};

function WordsForm(props: WordsProps) {
  const { memberId, inquiryId, label, hint, rows, action, pending } = props;
  const draft = useAnswerDraft(memberId, inquiryId);
  const [problem, setProblem] = useState<string | null>(null);
  const text = draft.text.trim();
  const count = countGraphemes(text);

  async function submit() {
    if (pending) return;
    if (count === 0) return setProblem(TEXTS.answerRequired);
    if (count > LIMITS.inquiryMax) return setProblem(TEXTS.answerLength);
    if (props.ask && !(await confirmDialog(props.ask))) return;
    try {
      await props.send(text);
      draft.clear();
    } catch (error) {
      setProblem(fieldErrorOf(error, props.field) ?? null);
      await alertDialog({ title: props.failed, body: messageOf(error, DESK_TEXTS.tryLater) });
    }
  }

  return (
    <form
      noValidate
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <Field
        label={label}
        hint={hint}
        error={problem}
        required
        counter={{ count, max: LIMITS.inquiryMax }}
      >
        <TextArea
          rows={rows}
          value={draft.text}
          onText={(next) => {
            setProblem(null);
            draft.setText(next);
          }}
        />
      </Field>
      <div className="flex justify-end">
        <Button
          type="submit"
          variant="primary"
          pending={pending}
          className="min-w-28 max-md:w-full"
        >
          {action}
        </Button>
      </div>
    </form>
  );
}
