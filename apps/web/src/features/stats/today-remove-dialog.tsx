import { type ContentRef, useRemoveContent } from '../../entities/moderation/remove-content.ts';
import { messageOf } from '../../lib/api/api-error.ts';
import { alertDialog } from '../../ui/ask.ts';
import { ReasonDialog } from '../../ui/reason-dialog.tsx';
import { toast } from '../../ui/toast.ts';
import { TODAY_TEXTS } from './stats.texts.ts';

const TEXTS = {
  POST: {
    ask: TODAY_TEXTS.askPost,
    removed: TODAY_TEXTS.postRemoved,
    failed: TODAY_TEXTS.postFailed,
  },
  COMMENT: {
    ask: TODAY_TEXTS.askComment,
    removed: TODAY_TEXTS.commentRemoved,
    failed: TODAY_TEXTS.commentFailed,
  },
};

type Props = {
  item: ContentRef;
  /** Title or words, so that the right one goes. */
  quote: string;
  onClose: () => void;
};

/** Asks for the reason before something of today is deleted (decisions 168). */
export function TodayRemoveDialog({ item, quote, onClose }: Props) {
  const remove = useRemoveContent();
  const texts = TEXTS[item.type];
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
