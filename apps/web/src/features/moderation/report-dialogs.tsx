import type { Report } from '@naru/contract/moderation';
import type { ContentRef } from '../../entities/moderation/remove-content.ts';
import { CompleteDialog } from './complete-dialog.tsx';
import { REPORT_TEXTS } from './moderation.texts.ts';
import { RemoveContentDialog } from './remove-content-dialog.tsx';
import type { ReportDeed } from './report-card.tsx';
import { RevealRequestDialog } from './reveal-request-dialog.tsx';

function contentOf({ target }: Report): ContentRef | null {
  if (target === null || target.type === 'MEMBER') return null;
  return { type: target.type, id: target.id };
}

type Props = {
  /** As it was when it was chosen: it may leave the list while somebody still types. */
  report: Report;
  deed: ReportDeed;
  onDeed: (deed: ReportDeed | null) => void;
};

/** What is done about a report: answered, removed, or its author asked for. */
export function ReportDialogs({ report, deed, onDeed }: Props) {
  const { target, inquiryId } = report;
  const content = contentOf(report);
  const close = () => onDeed(null);
  if (deed.what === 'complete') {
    return <CompleteDialog inquiryId={inquiryId} start={deed.answer} onClose={close} />;
  }
  if (content === null) return null;
  if (deed.what === 'reveal') return <RevealRequestDialog content={content} onClose={close} />;
  return (
    <RemoveContentDialog
      content={content}
      quote={target?.excerpt || target?.title || ''}
      onClose={close}
      onRemoved={() => onDeed({ what: 'complete', answer: REPORT_TEXTS.removedAnswer })}
    />
  );
}
