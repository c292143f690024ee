import { Page, PageHeading } from '../../ui/page.tsx';

export function LoginPage() {
  return (
    <Page title="로그인">
      <PageHeading>로그인</PageHeading>
    </Page>
  );
}
