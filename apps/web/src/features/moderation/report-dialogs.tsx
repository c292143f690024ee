import type { Report } from '@naru/contract/moderation';
import { type ContentRef, useRemoveContent } from '../../entities/moderation/remove-content.ts';
import { ReasonDialog } from '../../ui/reason-dialog.tsx';
import { toast } from '../../ui/toast.ts';
import { CompleteDialog } from './complete-dialog.tsx';
import { useRequestReveal } from './moderation.queries.ts';
import { KIND_NAMES, REPORT_TEXTS, REVEAL_TEXTS } from './moderation.texts.ts';
import type { ReportAction } from './report-card.tsx';

function contentOf({ target }: Report): ContentRef | null {
  if (target === null || target.type === 'MEMBER') return null;
  return { type: target.type, id: target.id };
}

type Props = {
  /** A snapshot, because the report may leave the list while the dialog is open. */
  report: Report;
  action: ReportAction;
  onAction: (action: ReportAction | null) => void;
};

/** The dialog of the chosen action. */
export function ReportDialogs({ report, action, onAction }: Props) {
  const remove = useRemoveContent();
  const requestReveal = useRequestReveal();
  const { target, inquiryId } = report;
  const content = contentOf(report);
  const close = () => onAction(null);
  if (action.kind === 'complete') {
    return <CompleteDialog inquiryId={inquiryId} start={action.answer} onClose={close} />;
  }
  if (content === null) return null;
  if (action.kind === 'reveal') {
    return (
      <ReasonDialog
        title={REVEAL_TEXTS.requestTitle}
        lead={REVEAL_TEXTS.requestLead}
        label="요청 사유"
        hint={REVEAL_TEXTS.requestHint}
        confirmLabel={REVEAL_TEXTS.request}
        failure={{ title: REVEAL_TEXTS.requestFailed, text: REVEAL_TEXTS.tryLater }}
        onReason={async (reason) => {
          await requestReveal.mutateAsync({ ...content, reason });
          toast.success(REVEAL_TEXTS.requested);
          close();
        }}
        onClose={close}
      />
    );
  }
  return (
    <ReasonDialog
      title={`이 ${KIND_NAMES[content.type]}을 삭제할까요?`}
      quote={target?.excerpt || target?.title}
      label={REPORT_TEXTS.removeReason}
      hint={REPORT_TEXTS.removeHint}
      confirmLabel={REPORT_TEXTS.remove}
      danger
      failure={{ title: REPORT_TEXTS.removeFailed, text: REPORT_TEXTS.tryLater }}
      onReason={async (reason) => {
        await remove.mutateAsync({ ...content, reason });
        toast.success(REPORT_TEXTS.removed);
        onAction({ kind: 'complete', answer: REPORT_TEXTS.removedAnswer });
      }}
      onClose={close}
    />
  );
}
