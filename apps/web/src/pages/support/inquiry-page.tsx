import type { InquiryDetail } from '@naru/contract/inquiries';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { ArrowLeft, SearchX } from 'lucide-react';
import { useMe } from '../../entities/member/me.ts';
import { inquiryQuery } from '../../features/inquiries/inquiries.queries.ts';
import { InquiryView } from '../../features/inquiries/inquiry-view.tsx';
import { ApiError } from '../../lib/api/api-error.ts';
import { PATHS } from '../../lib/paths.ts';
import { LinkButton } from '../../ui/button.tsx';
import { LoadState } from '../../ui/load-state.tsx';
import { Page, PageHeading } from '../../ui/page.tsx';
import { EmptyState } from '../../ui/states.tsx';

const route = getRouteApi(PATHS.inquiry);

export function InquiryPage() {
  const { inquiryId } = route.useParams();
  const isId = /^[1-9]\d{0,15}$/.test(inquiryId);
  return (
    <Page title="문의 내용" width="reading">
      <p className="mb-3">
        <LinkButton to={PATHS.support} variant="ghost" size="sm" icon={<ArrowLeft size={16} />}>
          문의하기로
        </LinkButton>
      </p>
      {isId ? <LoadedInquiry id={Number(inquiryId)} /> : <NotFound />}
    </Page>
  );
}

function LoadedInquiry({ id }: { id: number }) {
  const { data: me } = useMe();
  const isOwn = (inquiry: InquiryDetail | undefined) => inquiry?.userId === me?.id;
  const query = useQuery({
    ...inquiryQuery(id),
    // An ADMIN's view of another member's inquiry is recorded, so it must not refetch by itself.
    refetchOnWindowFocus: ({ state }) => isOwn(state.data),
    refetchOnReconnect: ({ state }) => isOwn(state.data),
  });
  const { data, error } = query;
  if (error instanceof ApiError && error.status === 404) return <NotFound />;
  if (!data) return <LoadState query={query} failed="문의를 불러오지 못했습니다." rows={5} />;
  // An objection is followed up by an ordinary inquiry.
  const category = data.category === 'OBJECTION' ? 'GENERAL' : data.category;
  const isOwnAndDone = isOwn(data) && data.state === 'COMPLETED';
  return (
    <>
      <InquiryView inquiry={data} />
      {isOwnAndDone && (
        <p className="mt-5 text-center">
          <LinkButton to={PATHS.support} search={{ category, previous: data.id }}>
            이어서 문의하기
          </LinkButton>
        </p>
      )}
    </>
  );
}

function NotFound() {
  return (
    <>
      <PageHeading hidden>문의 내용</PageHeading>
      <EmptyState
        icon={<SearchX size={22} />}
        title="문의를 찾을 수 없습니다."
        text="주소가 잘못되었거나 볼 수 없는 문의입니다."
      />
    </>
  );
}
