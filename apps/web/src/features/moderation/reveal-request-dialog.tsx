import type { ContentRef } from '../../entities/moderation/remove-content.ts';
import { messageOf } from '../../lib/api/api-error.ts';
import { alertDialog } from '../../ui/ask.ts';
import { ReasonDialog } from '../../ui/reason-dialog.tsx';
import { toast } from '../../ui/toast.ts';
import { useRequestReveal } from './moderation.queries.ts';
import { REVEAL_TEXTS } from './moderation.texts.ts';

/** Asks for the author of something anonymous; shows nobody (decisions 49). */
export function RevealRequestDialog(props: { content: ContentRef; onClose: () => void }) {
  const { content, onClose } = props;
  const request = useRequestReveal();
  async function submit(reason: string) {
    try {
      await request.mutateAsync({ ...content, reason });
      toast.success(REVEAL_TEXTS.requested);
    } catch (error) {
      const body = messageOf(error, REVEAL_TEXTS.tryLater);
      await alertDialog({ title: REVEAL_TEXTS.requestFailed, body });
    }
    onClose();
  }
  return (
    <ReasonDialog
      title={REVEAL_TEXTS.requestTitle}
      lead={REVEAL_TEXTS.requestLead}
      label="요청 사유"
      hint={REVEAL_TEXTS.requestHint}
      confirmLabel={REVEAL_TEXTS.request}
      pending={request.isPending}
      onReason={(reason) => void submit(reason)}
      onClose={onClose}
    />
  );
}
