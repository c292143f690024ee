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
        title="작성자 확인을 요청할까요?"
        lead="다른 관리자가 승인하기 전에는 아무도 작성자를 볼 수 없습니다. 승인되면 요청한 관리자와 승인한 관리자만 24시간 동안 볼 수 있습니다."
        label="요청 사유"
        hint="모든 관리자가 사유를 읽고, 감사 기록에 남습니다."
        confirmLabel="요청"
        failure={{ title: '작성자 확인 요청 실패', text: REVEAL_TEXTS.tryLater }}
        onReason={async (reason) => {
          await requestReveal.mutateAsync({ ...content, reason });
          toast.success('작성자 확인을 요청했습니다. 다른 관리자의 승인을 기다립니다.');
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
      label="삭제 사유"
      hint="사유는 감사 기록에 남습니다. 30일 안에 되돌릴 수 있습니다."
      confirmLabel={REPORT_TEXTS.remove}
      danger
      failure={{ title: '삭제 실패', text: REPORT_TEXTS.tryLater }}
      onReason={async (reason) => {
        await remove.mutateAsync({ ...content, reason });
        toast.success('삭제했습니다.');
        onAction({
          kind: 'complete',
          answer: '신고하신 내용을 확인하고 삭제했습니다. 알려 주셔서 감사합니다.',
        });
      }}
      onClose={close}
    />
  );
}
