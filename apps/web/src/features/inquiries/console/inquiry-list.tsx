import { useQuery } from '@tanstack/react-query';
import { MailQuestion, SearchX } from 'lucide-react';
import { messageOf } from '../../../lib/api/api-error.ts';
import { useDebouncedText } from '../../../lib/hangul/use-debounced-text.ts';
import { usePollInterval } from '../../../lib/live/use-live.ts';
import { Card } from '../../../ui/card.tsx';
import { ListFrame } from '../../../ui/list-frame.tsx';
import { allInquiriesQuery, type InquiryFilter } from './console.queries.ts';
import { DESK_TEXTS } from './console.texts.ts';
import { InquiryFilters } from './inquiry-filters.tsx';
import { InquiryTable } from './inquiry-table.tsx';

/** What the list shows; kept while an inquiry is open. */
type InquiryListState = { filter: InquiryFilter; page: number };

export const FIRST_INQUIRIES: InquiryListState = {
  filter: { state: '', category: '', query: '' },
  page: 0,
};

type Props = { shown: InquiryListState; onShown: (shown: InquiryListState) => void };

/** Inquiries of everybody, ten a page. */
export function InquiryList({ shown, onShown }: Props) {
  const { filter, page } = shown;
  const query = useDebouncedText(filter.query.normalize('NFC').trim());
  const refetchInterval = usePollInterval();
  const asked = { ...filter, query };
  const found = useQuery({ ...allInquiriesQuery(asked, page), refetchInterval });
  const { data, error, isPlaceholderData, refetch } = found;
  const isFiltered = query !== '' || filter.category !== '' || filter.state !== '';
  return (
    <Card as="section" aria-label={DESK_TEXTS.list} className="overflow-hidden">
      <InquiryFilters
        filter={filter}
        counts={data?.counts}
        onFilter={(next) => onShown({ filter: next, page: 0 })}
      />
      <div className="border-line border-t">
        <ListFrame
          label="문의 페이지 이동"
          failure={
            error && { title: DESK_TEXTS.failed, text: messageOf(error, DESK_TEXTS.tryLater) }
          }
          onRetry={() => void refetch()}
          page={data?.page}
          onPage={(next) => onShown({ filter, page: next })}
          isStale={isPlaceholderData}
          empty={
            isFiltered
              ? {
                  icon: <SearchX size={22} aria-hidden="true" />,
                  title: DESK_TEXTS.none,
                  text: DESK_TEXTS.noneHint,
                }
              : {
                  icon: <MailQuestion size={22} aria-hidden="true" />,
                  title: DESK_TEXTS.empty,
                  text: DESK_TEXTS.emptyHint,
                }
          }
        >
          <InquiryTable inquiries={data?.inquiryDtoList ?? []} />
        </ListFrame>
      </div>
    </Card>
  );
}
