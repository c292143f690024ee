import { Compass } from 'lucide-react';
import { PATHS } from '../../app/paths.ts';
import { Card } from '../../ui/card.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { Page, PageHeading } from '../../ui/page.tsx';
import { BOARD_TEXTS } from './boards.texts.ts';

export function UnknownBoard() {
  return (
    <Page title="게시판" width="form">
      <Card className="mt-10 flex flex-col items-center gap-2 px-6 py-12 text-center max-md:mt-4">
        <span className="mb-2 grid size-14 place-items-center rounded-full bg-sea-weak text-sea">
          <Compass size={26} aria-hidden="true" />
        </span>
        <PageHeading className="text-xl">{BOARD_TEXTS.unknown}</PageHeading>
        <p className="text-ink-3">{BOARD_TEXTS.unknownHint}</p>
        <LinkButton to={PATHS.main} variant="primary" className="mt-4">
          홈으로 가기
        </LinkButton>
      </Card>
    </Page>
  );
}
