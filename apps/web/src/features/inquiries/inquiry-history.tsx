import { INQUIRY_CATEGORY_TITLES, type Inquiry } from '@naru/contract/inquiries';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { MessageCircleQuestion } from 'lucide-react';
import { PATHS } from '../../lib/paths.ts';
import { usePageInAddress } from '../../lib/place.ts';
import { LoadState } from '../../ui/load-state.tsx';
import { Pagination, useExistingPage } from '../../ui/pagination.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import { myInquiriesQuery } from './inquiries.queries.ts';
import { InquiryStateBadge } from './inquiry-view.tsx';

const ROWS = 5;

export function InquiryHistory() {
  const [page, setPage] = usePageInAddress();
  const query = useQuery(myInquiriesQuery(page, ROWS));
  const { data } = query;
  useExistingPage({ page, totalPages: data?.page.totalPages, onPage: setPage });
  if (!data) return <LoadState query={query} failed="문의 내역을 불러오지 못했습니다." rows={3} />;
  if (data.page.totalElements === 0) {
    return (
      <EmptyState
        icon={<MessageCircleQuestion size={22} />}
        title="문의 내역이 없습니다."
        text="남긴 문의와 답변이 여기에 모입니다."
      />
    );
  }
  return (
    <>
      <ul aria-label="내 문의 내역">
        {data.inquiryDtoList.map((inquiry) => (
          <li key={inquiry.id} className="border-line border-t first:border-t-0">
            <InquiryRow inquiry={inquiry} />
          </li>
        ))}
      </ul>
      <Pagination
        label="문의 내역 페이지"
        page={page}
        totalPages={data.page.totalPages}
        onPage={setPage}
      />
    </>
  );
}

function InquiryRow({ inquiry }: { inquiry: Inquiry }) {
  return (
    <Link
      to={PATHS.inquiry}
      params={{ inquiryId: String(inquiry.id) }}
      className="grid grid-cols-[minmax(0,1fr)] gap-1 px-5 py-3.5 hover:bg-hover max-md:px-4"
    >
      <span className="flex items-center gap-2">
        <InquiryStateBadge state={inquiry.state} />
        <bdi className="min-w-0 truncate font-semibold">{inquiry.title}</bdi>
      </span>
      <span className="flex gap-2 text-ink-3 text-sm">
        {INQUIRY_CATEGORY_TITLES[inquiry.category]}
        <TimeText date={inquiry.createdAt} kind="list" />
      </span>
    </Link>
  );
}
