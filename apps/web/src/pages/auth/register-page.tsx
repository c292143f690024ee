import { Page, PageHeading } from '../../ui/page.tsx';

export function RegisterPage() {
  return (
    <Page title="회원가입">
      <PageHeading>회원가입</PageHeading>
    </Page>
  );
}
