import { Compass } from 'lucide-react';
import { PATHS } from '../../lib/paths.ts';
import { LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Page, PageHeading } from '../../ui/page.tsx';

export function UnknownBoard() {
  return (
    <Page title="게시판" width="form">
      <Card className="mt-10 flex flex-col items-center gap-2 px-6 py-12 text-center max-md:mt-4">
        <span className="mb-2 grid size-14 place-items-center rounded-full bg-sea-weak text-sea">
          <Compass size={26} />
        </span>
        <PageHeading className="text-xl">없는 게시판입니다.</PageHeading>
        <p className="text-ink-3">주소를 다시 확인하거나 메뉴에서 게시판을 골라 주세요.</p>
        <LinkButton to={PATHS.main} variant="primary" className="mt-4">
          홈으로 가기
        </LinkButton>
      </Card>
    </Page>
  );
}
