import { DOCUMENT_TITLES } from '@naru/contract/document-names';
import type { SiteDocumentPage } from '@naru/contract/documents';
import { Link } from '@tanstack/react-router';
import { PATHS } from '../../lib/paths.ts';
import { alertFailure } from '../../ui/alert-failure.ts';
import { confirmDialog } from '../../ui/ask.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import { toast } from '../../ui/toast.ts';

type AnnouncedNoteProps = {
  page: SiteDocumentPage;
  upcoming: NonNullable<SiteDocumentPage['upcoming']>;
  pending: boolean;
  onWithdraw: () => Promise<unknown>;
};

/** Above the form that edits an announced version: when it will hold, and the way to withdraw it. */
export function AnnouncedNote({ page, upcoming, pending, onWithdraw }: AnnouncedNoteProps) {
  const title = DOCUMENT_TITLES[page.document];
  const withdraw = async () => {
    const isSure = await confirmDialog({
      title: `${title} 변경을 취소할까요?`,
      body: '지금 내용이 그대로 적용되고, 취소했다는 공지가 올라갑니다.',
      confirmLabel: '변경 취소',
      danger: true,
    });
    if (!isSure) return;
    try {
      await onWithdraw();
      toast.success(`${title} 변경을 취소했습니다.`);
    } catch (error) {
      alertFailure('변경을 취소하지 못했습니다.', error);
    }
  };
  return (
    <Card as="section" aria-label="공지한 변경" className="grid gap-2 border-gold! p-5 max-md:p-4">
      <p className="font-bold">{upcoming.effectiveOn}부터 시행할 내용이 있습니다.</p>
      <p className="text-ink-2 text-md">
        {upcoming.publishedAt && (
          <>
            <TimeText date={upcoming.publishedAt} kind="list" />에 공지했습니다.{' '}
          </>
        )}
        수정하면 다시 공지하고, 시행일까지 알리는 기간도 그때부터 다시 셉니다.
      </p>
      <div className="flex flex-wrap items-center gap-3">
        <Link
          to={PATHS[page.document]}
          search={{ view: 'changes' } as never}
          className="inline-flex min-h-11 items-center font-semibold text-sea hover:underline"
        >
          달라진 점 보기
        </Link>
        <Button variant="danger-ghost" pending={pending} onClick={() => void withdraw()}>
          변경 취소
        </Button>
      </div>
    </Card>
  );
}
