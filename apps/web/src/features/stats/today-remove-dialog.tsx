import { LIMITS } from '@naru/contract/limits';
import { countGraphemes } from '@naru/contract/text';
import { useState } from 'react';
import { messageOf } from '../../lib/api/api-error.ts';
import { alertDialog } from '../../ui/ask.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { toast } from '../../ui/toast.ts';
import { type TodayItem, useRemoveToday } from './stats.queries.ts';
import { TODAY_TEXTS } from './stats.texts.ts';

const TEXTS = {
  post: {
    ask: TODAY_TEXTS.askPost,
    removed: TODAY_TEXTS.postRemoved,
    failed: TODAY_TEXTS.postFailed,
  },
  comment: {
    ask: TODAY_TEXTS.askComment,
    removed: TODAY_TEXTS.commentRemoved,
    failed: TODAY_TEXTS.commentFailed,
  },
};

type Props = {
  item: TodayItem;
  /** Title or words, so that the right one goes. */
  quote: string;
  onClose: () => void;
};

/** Asks for the reason before something of today is deleted (decisions 168). */
export function TodayRemoveDialog({ item, quote, onClose }: Props) {
  const [reason, setReason] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const remove = useRemoveToday();
  const count = countGraphemes(reason);
  const texts = TEXTS[item.kind];
  const submit = () => {
    if (remove.isPending || count > LIMITS.reasonMax) return;
    if (reason.trim() === '') return setProblem(TODAY_TEXTS.reasonRequired);
    remove.mutate(
      { ...item, reason: reason.trim() },
      {
        onSuccess: () => {
          onClose();
          toast.success(texts.removed);
        },
        onError: (error) =>
          void alertDialog({ title: texts.failed, body: messageOf(error, TODAY_TEXTS.tryLater) }),
      },
    );
  };
  return (
    <Dialog
      open
      size="sm"
      title={texts.ask}
      dismissable={!remove.isPending}
      onClose={onClose}
      footer={
        <>
          <Button disabled={remove.isPending} onClick={onClose}>
            취소
          </Button>
          <Button variant="danger" pending={remove.isPending} onClick={submit}>
            삭제
          </Button>
        </>
      }
    >
      <p className="mb-4 line-clamp-3 border-line-strong border-l-3 pl-3 text-ink-2">
        <bdi>{quote}</bdi>
      </p>
      <Field
        label={TODAY_TEXTS.reason}
        hint={TODAY_TEXTS.reasonHint}
        required
        error={problem}
        counter={{ count, max: LIMITS.reasonMax }}
      >
        <TextArea
          data-autofocus
          value={reason}
          rows={2}
          onText={(text) => {
            setReason(text);
            setProblem(null);
          }}
        />
      </Field>
    </Dialog>
  );
}
