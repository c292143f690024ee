import { Page, PageHeading } from '../../ui/page.tsx';

export function PostPage() {
  return (
    <Page title="게시글">
      <PageHeading>게시글</PageHeading>
    </Page>
  );
}
