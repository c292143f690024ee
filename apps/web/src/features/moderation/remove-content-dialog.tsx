import { type ContentRef, useRemoveContent } from '../../entities/moderation/remove-content.ts';
import { ReasonDialog } from '../../ui/reason-dialog.tsx';
import { toast } from '../../ui/toast.ts';
import { KIND_NAMES, REPORT_TEXTS } from './moderation.texts.ts';

type Props = { content: ContentRef; quote: string; onClose: () => void; onRemoved: () => void };

/** Deletes reported content for everybody, with the reason on record. */
export function RemoveContentDialog({ content, quote, onClose, onRemoved }: Props) {
  const remove = useRemoveContent();
  async function submit(reason: string) {
    await remove.mutateAsync({ ...content, reason });
    toast.success(REPORT_TEXTS.removed);
    onRemoved();
  }
  return (
    <ReasonDialog
      title={`이 ${KIND_NAMES[content.type]}을 삭제할까요?`}
      quote={quote}
      label={REPORT_TEXTS.removeReason}
      hint={REPORT_TEXTS.removeHint}
      confirmLabel={REPORT_TEXTS.remove}
      danger
      failure={{ title: REPORT_TEXTS.removeFailed, text: REPORT_TEXTS.tryLater }}
      onReason={submit}
      onClose={onClose}
    />
  );
}
