import { messageOf } from '../../lib/api/api-error.ts';
import { alertDialog } from '../../ui/ask.ts';
import { ReasonDialog } from '../../ui/reason-dialog.tsx';
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
  const remove = useRemoveToday();
  const texts = TEXTS[item.kind];
  const submit = (reason: string) => {
    if (remove.isPending) return;
    remove.mutate(
      { ...item, reason },
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
    <ReasonDialog
      title={texts.ask}
      quote={quote}
      label={TODAY_TEXTS.reason}
      hint={TODAY_TEXTS.reasonHint}
      confirmLabel="삭제"
      danger
      pending={remove.isPending}
      onReason={submit}
      onClose={onClose}
    />
  );
}
