import { Anchor } from 'lucide-react';
import { PATHS } from '../../app/paths.ts';
import { Card } from '../../ui/card.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { Page, PageHeading } from '../../ui/page.tsx';

/** The admin console opens with its first panel; until then the page says so. */
export function AdminPage() {
  return (
    <Page title="관리자" width="form">
      <Card className="mt-10 flex flex-col items-center gap-2 px-6 py-12 text-center max-md:mt-4">
        <span className="mb-2 grid size-14 place-items-center rounded-full bg-sea-weak text-sea">
          <Anchor size={26} aria-hidden="true" />
        </span>
        <PageHeading className="text-xl">관리자 화면은 준비 중입니다.</PageHeading>
        <p className="text-ink-3">회원 관리, 문의, 배너 관리가 이곳에 차례로 열립니다.</p>
        <LinkButton to={PATHS.main} className="mt-4">
          홈으로 가기
        </LinkButton>
      </Card>
    </Page>
  );
}
