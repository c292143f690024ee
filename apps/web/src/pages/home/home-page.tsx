import { Page, PageHeading } from '../../ui/page.tsx';

export function HomePage() {
  return (
    <Page title="홈">
      <PageHeading>홈</PageHeading>
    </Page>
  );
}
