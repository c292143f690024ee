import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useMe } from '../../entities/member/me.ts';
import { InquiryForm } from '../../features/inquiries/inquiry-form.tsx';
import { InquiryHistory } from '../../features/inquiries/inquiry-history.tsx';
import { PATHS } from '../../lib/paths.ts';
import { Card } from '../../ui/card.tsx';
import { cx } from '../../ui/cx.ts';
import { IN_ORDER } from '../../ui/in-order.ts';
import { Page, PageHeading } from '../../ui/page.tsx';
import { Skeleton, SkeletonList } from '../../ui/skeleton.tsx';

const route = getRouteApi(PATHS.support);

export function SupportPage() {
  const { category, previous } = route.useSearch();
  const navigate = useNavigate();
  const { data: me } = useMe();
  return (
    <Page title="문의하기">
      <div
        className={cx(
          'grid grid-cols-[minmax(0,1fr)_22rem] items-start gap-5 max-lg:grid-cols-1',
          IN_ORDER,
        )}
      >
        <Card as="section" className="px-6 py-6 max-md:px-4 max-md:py-5">
          <PageHeading>문의하기</PageHeading>
          <p className="mt-1 mb-5 text-ink-2">
            궁금한 점이나 불편한 점을 알려 주세요. 답변이 등록되면 알림과 이메일로 알려 드립니다.
          </p>
          {me ? (
            <InquiryForm
              memberId={me.id}
              start={{ category: category ?? 'GENERAL', previousId: previous }}
              onSent={(id) =>
                void navigate({ to: PATHS.inquiry, params: { inquiryId: String(id) } })
              }
            />
          ) : (
            <FormSkeleton />
          )}
        </Card>
        <Card as="section" className="overflow-hidden">
          <h2 className="border-line border-b px-5 py-3.5 font-bold text-lg max-md:px-4">
            내 문의 내역
          </h2>
          <InquiryHistory />
        </Card>
      </div>
    </Page>
  );
}

/** About as high as the form of a general inquiry. */
function FormSkeleton() {
  return (
    <SkeletonList rows={1} className="">
      <Skeleton className="h-120 rounded-card max-md:h-168" />
    </SkeletonList>
  );
}
