import { Card } from '../../ui/card.tsx';
import { Page, PageHeading } from '../../ui/page.tsx';
import { EmptyState } from '../../ui/states.tsx';

/** Rooms and messages (spec 2). */
export function ChatMailPage() {
  return (
    <Page title="메일">
      <PageHeading>메일</PageHeading>
      <Card>
        <EmptyState title="채팅방이 없습니다." />
      </Card>
    </Page>
  );
}
