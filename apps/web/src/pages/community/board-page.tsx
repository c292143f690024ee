import { Page, PageHeading } from '../../ui/page.tsx';

export function BoardPage() {
  return (
    <Page title="게시판">
      <PageHeading>게시판</PageHeading>
    </Page>
  );
}
