import { getRouteApi, useLocation, useNavigate } from '@tanstack/react-router';
import { PATHS } from '../../app/paths.ts';
import { readReportTarget } from '../../app/search.ts';
import { useMe } from '../../entities/member/me.ts';
import { InquiryForm } from '../../features/inquiries/inquiry-form.tsx';
import { InquiryHistory } from '../../features/inquiries/inquiry-history.tsx';
import { KIND_NAMES } from '../../features/moderation/moderation.texts.ts';
import { Card } from '../../ui/card.tsx';
import { Page, PageHeading } from '../../ui/page.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';

const route = getRouteApi(PATHS.support);

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Describes the report target as the reader saw it. */
    reportAbout?: string;
  }
}

export function SupportPage() {
  const { category, target: about, previous } = route.useSearch();
  const navigate = useNavigate();
  const { data: me } = useMe();
  const shown = useLocation({ select: ({ state }) => state.reportAbout });
  const target = readReportTarget(about);
  return (
    <Page title="문의하기">
      <div className="grid grid-cols-[minmax(0,1fr)_22rem] items-start gap-5 max-lg:grid-cols-1">
        <Card as="section" className="px-6 py-6 max-md:px-4 max-md:py-5">
          <PageHeading>문의하기</PageHeading>
          <p className="mt-1 mb-5 text-ink-2">
            궁금한 점이나 불편한 점을 알려 주세요. 답변이 등록되면 알림과 메일로 알려 드립니다.
          </p>
          {target && (
            <p className="mb-4 rounded-ctl bg-buoy-weak px-4 py-3 font-semibold text-buoy text-md">
              신고 대상: {KIND_NAMES[target.type]}{' '}
              <bdi>{shown ? `‘${shown}’` : `#${target.id}`}</bdi>
            </p>
          )}
          {me ? (
            <InquiryForm
              key={about ?? 'plain'}
              memberId={me.id}
              start={{ category: category ?? 'GENERAL', target, previousId: previous }}
              onSent={(id) =>
                void navigate({ to: PATHS.inquiry, params: { inquiryId: String(id) } })
              }
            />
          ) : (
            <SkeletonRows rows={4} />
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
