import { CloudOff, DoorClosed } from 'lucide-react';
import { ApiError, messageOf } from '../../lib/api/api-error.ts';
import { PATHS } from '../../lib/paths.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Page, PageHeading } from '../../ui/page.tsx';

const TITLE = '강의 정보를 불러올 수 없습니다.';

export function RoomFailed(props: { error: unknown; onRetry: () => void }) {
  const { error, onRetry } = props;
  const isMissing = error instanceof ApiError && error.status === 404;
  const Icon = isMissing ? DoorClosed : CloudOff;
  return (
    <Page title={TITLE} width="form">
      <Card className="mt-10 flex flex-col items-center gap-2 px-6 py-12 text-center max-md:mt-4">
        <span className="mb-2 grid size-14 place-items-center rounded-full bg-deck text-ink-3">
          <Icon size={26} />
        </span>
        <div role="alert" className="grid gap-2">
          <PageHeading className="text-xl">{TITLE}</PageHeading>
          <p className="text-ink-3">{messageOf(error, '잠시 후 다시 시도해 주세요.')}</p>
        </div>
        <div className="mt-4 flex gap-2">
          {!isMissing && <Button onClick={onRetry}>다시 시도</Button>}
          <LinkButton to={PATHS.study} variant="primary">
            시간표로 가기
          </LinkButton>
        </div>
      </Card>
    </Page>
  );
}
