import type { ContentRef } from '../../entities/moderation/remove-content.ts';
import { ReasonDialog } from '../../ui/reason-dialog.tsx';
import { toast } from '../../ui/toast.ts';
import { useRequestReveal } from './moderation.queries.ts';
import { REVEAL_TEXTS } from './moderation.texts.ts';

/** Asks for the author of something anonymous, without showing it. */
export function RevealRequestDialog(props: { content: ContentRef; onClose: () => void }) {
  const { content, onClose } = props;
  const request = useRequestReveal();
  async function submit(reason: string) {
    await request.mutateAsync({ ...content, reason });
    toast.success(REVEAL_TEXTS.requested);
    onClose();
  }
  return (
    <ReasonDialog
      title={REVEAL_TEXTS.requestTitle}
      lead={REVEAL_TEXTS.requestLead}
      label="요청 사유"
      hint={REVEAL_TEXTS.requestHint}
      confirmLabel={REVEAL_TEXTS.request}
      failure={{ title: REVEAL_TEXTS.requestFailed, text: REVEAL_TEXTS.tryLater }}
      onReason={submit}
      onClose={onClose}
    />
  );
}
