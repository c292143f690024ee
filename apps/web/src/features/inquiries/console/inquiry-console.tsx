import { INQUIRY_CATEGORIES } from '@naru/contract/choices';
import {
  INQUIRY_CATEGORY_TITLES,
  INQUIRY_STATES,
  type InquiryDetail,
} from '@naru/contract/inquiries';
import { LIMITS } from '@naru/contract/limits';
import { useQuery } from '@tanstack/react-query';
import { MailQuestion, SearchX } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { AssignedFilter } from '../../../entities/inquiries/assigned.tsx';
import { DoneLine } from '../../../entities/inquiries/done-line.tsx';
import { searchedText } from '../../../lib/hangul/searched-text.ts';
import { useDebouncedText } from '../../../lib/hangul/use-debounced-text.ts';
import { usePollInterval } from '../../../lib/live/live.ts';
import { Card } from '../../../ui/card.tsx';
import { FilterSelect } from '../../../ui/console.tsx';
import { Field } from '../../../ui/field.tsx';
import { QueryList } from '../../../ui/query-list.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import { TextInput } from '../../../ui/text-input.tsx';
import { allInquiriesQuery, type InquiryFilter } from './console.queries.ts';
import { INQUIRY_FAILED, InquiryDesk } from './inquiry-desk.tsx';
import { InquiryTable } from './inquiry-table.tsx';

type Props = {
  /** From the address; undefined shows the list. */
  openId: number | undefined;
  /** From the address: where the reader is in the list. */
  shown: Shown;
  onShown: (shown: Shown) => void;
  /** Opens an inquiry; null: the list. */
  onOpen: (id: number | null) => void;
  /** Renders the target of a report or an objection. */
  renderTarget: (inquiry: InquiryDetail) => ReactNode;
};

/** Console panel INQUIRY; the list keeps its filter, page and focus while an inquiry is open. */
export function InquiryConsole({ openId, shown, onShown, onOpen, renderTarget }: Props) {
  const [done, setDone] = useState<Finished | null>(null);
  const lastOpen = useRef(openId);
  useEffect(() => {
    const before = lastOpen.current;
    lastOpen.current = openId;
    // Only for as long as what followed by itself is open.
    setDone((now) => (now?.nextId === (openId ?? null) ? now : null));
    if (before !== undefined && openId === undefined) {
      document.querySelector<HTMLElement>(`[data-inquiry="${before}"]`)?.focus();
    }
  }, [openId]);
  if (openId === undefined) {
    return (
      <div className="grid gap-3">
        {done?.nextId === null && (
          <DoneLine takesFocus>
            ‘<bdi>{done.title}</bdi>’ 문의를 완료했습니다. 답변할 문의가 더 없습니다.
          </DoneLine>
        )}
        <InquiryList
          shown={shown}
          onShown={(next) => {
            setDone(null);
            onShown(next);
          }}
        />
      </div>
    );
  }
  return (
    <InquiryDesk
      id={openId}
      filter={shown.filter}
      done={done?.nextId === openId ? done : null}
      onOpen={(id) => {
        setDone(null);
        onOpen(id);
      }}
      onFinished={(finished, nextId) => {
        setDone({ ...finished, nextId });
        onOpen(nextId);
      }}
      renderTarget={renderTarget}
    />
  );
}

/** The next one is null after the last of the list. */
type Finished = { id: number; title: string; nextId: number | null };

export type Shown = { filter: InquiryFilter; page: number };

type ListProps = { shown: Shown; onShown: (shown: Shown) => void };

function InquiryList({ shown, onShown }: ListProps) {
  const { filter, page } = shown;
  const query = useDebouncedText(searchedText(filter.query.normalize('NFC').trim()));
  const refetchInterval = usePollInterval();
  const found = useQuery({ ...allInquiriesQuery({ ...filter, query }, page), refetchInterval });
  const isFiltered = query || filter.category || filter.state || filter.assigned;
  return (
    <Card as="section" aria-label="문의" className="overflow-hidden">
      <InquiryFilters
        filter={filter}
        counts={found.data?.counts}
        onFilter={(next) => onShown({ filter: next, page: 0 })}
      />
      <div className="border-line border-t">
        <QueryList
          label="문의 페이지 이동"
          query={found}
          failed={INQUIRY_FAILED}
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
                  text: '새 문의가 들어오면 여기에 보입니다.',
                }
          }
        >
          {({ inquiryDtoList }) => <InquiryTable inquiries={inquiryDtoList} />}
        </QueryList>
      </div>
    </Card>
  );
}

const CATEGORY_OPTIONS = INQUIRY_CATEGORIES.map((value) => ({
  value,
  label: INQUIRY_CATEGORY_TITLES[value],
}));

type FiltersProps = {
  filter: InquiryFilter;
  /** Undefined until loaded. */
  counts: { processing: number; completed: number } | undefined;
  onFilter: (filter: InquiryFilter) => void;
};

function InquiryFilters({ filter, counts, onFilter }: FiltersProps) {
  const change = (part: Partial<InquiryFilter>) => onFilter({ ...filter, ...part });
  const items = [
    { value: 'ALL', label: '전체' },
    { value: 'PROCESSING', label: <Counted name="처리 중" of={counts?.processing} /> },
    { value: 'COMPLETED', label: <Counted name="완료" of={counts?.completed} /> },
  ];
  return (
    <search className="flex flex-wrap items-start gap-3 px-5 py-3.5 max-md:px-4">
      <Segmented
        label="처리 상태"
        items={items}
        value={filter.state ?? 'ALL'}
        onChange={(value) => change({ state: INQUIRY_STATES.find((state) => state === value) })}
        className="max-md:w-full md:h-10"
      />
      <FilterSelect
        label="유형"
        hideLabel
        className="w-36 max-md:w-auto max-md:flex-1 max-md:basis-32"
        all="모든 유형"
        options={CATEGORY_OPTIONS}
        value={filter.category}
        onChoose={(category) => change({ category })}
      />
      <AssignedFilter value={filter.assigned} onChoose={(assigned) => change({ assigned })} />
      <Field
        label="작성자 또는 제목 검색"
        hideLabel
        className="min-w-0 flex-1 basis-52 max-md:basis-full"
      >
        <TextInput
          type="search"
          value={filter.query}
          onText={(query) => change({ query })}
          maxLength={LIMITS.queryMax}
          placeholder="작성자 또는 제목 검색"
          autoComplete="off"
          spellCheck={false}
          enterKeyHint="search"
        />
      </Field>
    </search>
  );
}

function Counted({ name, of }: { name: string; of: number | undefined }) {
  return (
    <>
      {name}
      {of !== undefined && <span className="text-ink-3 tabular-nums">{of}</span>}
    </>
  );
}
