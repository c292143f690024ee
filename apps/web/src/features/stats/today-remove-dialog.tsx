import { type ContentRef, useRemoveContent } from '../../entities/moderation/remove-content.ts';
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

/** Asks for the reason before something of today is deleted. */
export function TodayRemoveDialog({ item, quote, onClose }: Props) {
  const remove = useRemoveContent();
  const texts = TEXTS[item.type];
  async function submit(reason: string) {
    await remove.mutateAsync({ ...item, reason });
    onClose();
    toast.success(texts.removed);
  }
  return (
    <ReasonDialog
      title={texts.ask}
      quote={quote}
      label={TODAY_TEXTS.reason}
      hint={TODAY_TEXTS.reasonHint}
      confirmLabel="삭제"
      danger
      failure={{ title: texts.failed, text: TODAY_TEXTS.tryLater }}
      onReason={submit}
      onClose={onClose}
    />
  );
}
