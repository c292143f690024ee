import { Page, PageHeading } from '../../ui/page.tsx';

export function WritePage() {
  return (
    <Page title="글쓰기">
      <PageHeading>글쓰기</PageHeading>
    </Page>
  );
}
