import { LIMITS } from '@naru/contract/limits';
import { countGraphemes } from '@naru/contract/text';
import { TEXTS } from '@naru/contract/texts';
import { useState } from 'react';
import { messageOf } from '../../lib/api/api-error.ts';
import { alertDialog } from '../../ui/ask.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { toast } from '../../ui/toast.ts';
import { useCompleteReport } from './moderation.queries.ts';
import { REPORT_TEXTS } from './moderation.texts.ts';

type Props = {
  inquiryId: number;
  /** What the answer starts with. */
  start: string;
  onClose: () => void;
};

/** Answers the person who reported and finishes the report (spec 4). */
export function CompleteDialog({ inquiryId, start, onClose }: Props) {
  const [answer, setAnswer] = useState(start);
  const [problem, setProblem] = useState<string | null>(null);
  const complete = useCompleteReport();
  const count = countGraphemes(answer.trim());

  async function submit() {
    if (count === 0) return setProblem(TEXTS.answerRequired);
    if (count > LIMITS.inquiryMax) return setProblem(TEXTS.answerLength);
    try {
      await complete.mutateAsync({ inquiryId, answer: answer.trim() });
      toast.success(REPORT_TEXTS.done);
      onClose();
    } catch (error) {
      const body = messageOf(error, REPORT_TEXTS.tryLater);
      await alertDialog({ title: REPORT_TEXTS.completeFailed, body });
    }
  }
  return (
    <Dialog
      open
      title={REPORT_TEXTS.completeTitle}
      dismissable={!complete.isPending}
      onClose={onClose}
      footer={
        <>
          <Button disabled={complete.isPending} onClick={onClose}>
            취소
          </Button>
          <Button variant="primary" pending={complete.isPending} onClick={() => void submit()}>
            {REPORT_TEXTS.complete}
          </Button>
        </>
      }
    >
      <p className="mb-4 text-ink-2">{REPORT_TEXTS.completeLead}</p>
      <Field
        label={REPORT_TEXTS.answer}
        required
        error={problem}
        counter={{ count, max: LIMITS.inquiryMax }}
      >
        <TextArea
          data-autofocus
          rows={5}
          value={answer}
          onText={(text) => {
            setProblem(null);
            setAnswer(text);
          }}
        />
      </Field>
    </Dialog>
  );
}
