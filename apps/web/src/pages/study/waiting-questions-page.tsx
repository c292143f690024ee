import { ERRORS } from '@naru/contract/errors';
import { canAnswerQuestions } from '@naru/contract/roles';
import { getRouteApi } from '@tanstack/react-router';
import { Lock } from 'lucide-react';
import { useHasRole, useMe } from '../../entities/member/me.ts';
import { WaitingList } from '../../features/lecture-posts/waiting-list.tsx';
import { PATHS } from '../../lib/paths.ts';
import { LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Page, PageHeading } from '../../ui/page.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { EmptyState } from '../../ui/states.tsx';

const route = getRouteApi(PATHS.studyWaiting);

export function WaitingQuestionsPage() {
  const isStaff = useHasRole('MANAGER');
  return (
    <Page title="답변 대기 질문" width="reading">
      <Card as="section" className="overflow-clip">
        <div className="px-5 pt-5 pb-4 max-md:px-4">
          <PageHeading className="text-xl">답변 대기 질문</PageHeading>
          <p className="mt-0.5 text-ink-3 text-md">
            {isStaff ? '모든' : '내'} 강의실의 질문을 오래된 것부터 보여 줍니다.
          </p>
        </div>
        <Permitted />
      </Card>
    </Page>
  );
}

function Permitted() {
  const { page = 1 } = route.useSearch();
  const navigate = route.useNavigate();
  const { data: me } = useMe();
  if (me === undefined) return <SkeletonRows rows={6} />;
  if (!canAnswerQuestions(me.roles)) {
    return (
      <EmptyState
        icon={<Lock size={22} />}
        title={ERRORS.PERMISSION_DENIED.message}
        action={
          <LinkButton to={PATHS.study} variant="primary">
            시간표로 가기
          </LinkButton>
        }
        className="border-line border-t"
      />
    );
  }
  const onPage = (next: number) =>
    void navigate({ search: { page: next > 0 ? next + 1 : undefined } });
  return <WaitingList page={page - 1} onPage={onPage} />;
}
