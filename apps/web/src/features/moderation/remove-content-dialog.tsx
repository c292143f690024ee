import { type ContentRef, useRemoveContent } from '../../entities/moderation/remove-content.ts';
import { messageOf } from '../../lib/api/api-error.ts';
import { alertDialog } from '../../ui/ask.ts';
import { ReasonDialog } from '../../ui/reason-dialog.tsx';
import { toast } from '../../ui/toast.ts';
import { KIND_NAMES, REPORT_TEXTS } from './moderation.texts.ts';

type Props = { content: ContentRef; quote: string; onClose: () => void; onRemoved: () => void };

/** Deletes reported content for everybody, with the reason on record (decisions 77). */
export function RemoveContentDialog({ content, quote, onClose, onRemoved }: Props) {
  const remove = useRemoveContent();
  async function submit(reason: string) {
    try {
      await remove.mutateAsync({ ...content, reason });
      toast.success(REPORT_TEXTS.removed);
      onRemoved();
    } catch (error) {
      const body = messageOf(error, REPORT_TEXTS.tryLater);
      await alertDialog({ title: REPORT_TEXTS.removeFailed, body });
    }
  }
  return (
    <ReasonDialog
      title={`이 ${KIND_NAMES[content.type]}을 삭제할까요?`}
      quote={quote}
      label={REPORT_TEXTS.removeReason}
      hint={REPORT_TEXTS.removeHint}
      confirmLabel={REPORT_TEXTS.remove}
      danger
      pending={remove.isPending}
      onReason={(reason) => void submit(reason)}
      onClose={onClose}
    />
  );
}
