import { useQuery } from '@tanstack/react-query';
import { MailQuestion, SearchX } from 'lucide-react';
import { useDebouncedText } from '../../../lib/hangul/use-debounced-text.ts';
import { usePollInterval } from '../../../lib/live/use-live.ts';
import { Card } from '../../../ui/card.tsx';
import { QueryList } from '../../../ui/query-list.tsx';
import { allInquiriesQuery, type InquiryFilter } from './console.queries.ts';
import { DESK_TEXTS } from './console.texts.ts';
import { InquiryFilters } from './inquiry-filters.tsx';
import { InquiryTable } from './inquiry-table.tsx';

type InquiryListState = { filter: InquiryFilter; page: number };

export const FIRST_INQUIRIES: InquiryListState = {
  filter: { state: '', category: '', query: '' },
  page: 0,
};

type Props = { shown: InquiryListState; onShown: (shown: InquiryListState) => void };

export function InquiryList({ shown, onShown }: Props) {
  const { filter, page } = shown;
  const query = useDebouncedText(filter.query.normalize('NFC').trim());
  const refetchInterval = usePollInterval();
  const found = useQuery({ ...allInquiriesQuery({ ...filter, query }, page), refetchInterval });
  const isFiltered = query !== '' || filter.category !== '' || filter.state !== '';
  return (
    <Card as="section" aria-label={DESK_TEXTS.list} className="overflow-hidden">
      <InquiryFilters
        filter={filter}
        counts={found.data?.counts}
        onFilter={(next) => onShown({ filter: next, page: 0 })}
      />
      <div className="border-line border-t">
        <QueryList
          label="문의 페이지 이동"
          query={found}
          texts={DESK_TEXTS}
          onPage={(next) => onShown({ filter, page: next })}
          empty={
            isFiltered
              ? {
                  icon: <SearchX size={22} />,
                  title: '검색 결과가 없습니다.',
                  text: '조건을 바꿔 다시 검색해 주세요.',
                }
              : {
                  icon: <MailQuestion size={22} />,
                  title: '문의가 없습니다.',
                  text: '새 문의가 들어오면 이곳에 보입니다.',
                }
          }
        >
          {({ inquiryDtoList }) => <InquiryTable inquiries={inquiryDtoList} />}
        </QueryList>
      </div>
    </Card>
  );
}
