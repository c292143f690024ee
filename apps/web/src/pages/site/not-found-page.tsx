import { Compass } from 'lucide-react';
import { PATHS } from '../../lib/paths.ts';
import { LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Page, PageHeading } from '../../ui/page.tsx';

export function NotFoundPage() {
  return (
    <Page title="페이지를 찾을 수 없습니다" width="form">
      <Card className="mt-10 flex flex-col items-center gap-2 px-6 py-12 text-center max-md:mt-4">
        <span className="mb-2 grid size-14 place-items-center rounded-full bg-sea-weak text-sea">
          <Compass size={26} />
        </span>
        <PageHeading className="text-xl">페이지를 찾을 수 없습니다.</PageHeading>
        <p className="text-ink-3">주소가 바뀌었거나 삭제된 페이지입니다.</p>
        <LinkButton to={PATHS.root} variant="primary" className="mt-4">
          처음으로 가기
        </LinkButton>
      </Card>
    </Page>
  );
}
