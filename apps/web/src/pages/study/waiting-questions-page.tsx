import { PATHS } from '../../app/paths.ts';
import { Card } from '../../ui/card.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { Page, PageHeading } from '../../ui/page.tsx';

/** Questions that wait for a professor's answer. */
export function WaitingQuestionsPage() {
  return (
    <Page title="답변 대기 질문" width="form">
      <Card className="mt-10 flex flex-col items-center gap-2 px-6 py-12 text-center max-md:mt-4">
        <PageHeading className="text-xl">답변 대기 질문</PageHeading>
        <p className="text-ink-3">준비 중입니다.</p>
        <LinkButton to={PATHS.study} className="mt-4">
          시간표로 가기
        </LinkButton>
      </Card>
    </Page>
  );
}
