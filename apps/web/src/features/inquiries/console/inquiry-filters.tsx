import { INQUIRY_CATEGORIES } from '@naru/contract/choices';
import { INQUIRY_CATEGORY_TITLES, INQUIRY_STATES } from '@naru/contract/inquiries';
import { LIMITS } from '@naru/contract/limits';
import { Field } from '../../../ui/field.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import { Select } from '../../../ui/select.tsx';
import { TextInput } from '../../../ui/text-input.tsx';
import type { InquiryFilter } from './console.queries.ts';
import { DESK_TEXTS } from './console.texts.ts';

const CATEGORY_OPTIONS = INQUIRY_CATEGORIES.map((value) => ({
  value,
  label: INQUIRY_CATEGORY_TITLES[value],
}));

type Props = {
  filter: InquiryFilter;
  /** Undefined until loaded. */
  counts: { processing: number; completed: number } | undefined;
  onFilter: (filter: InquiryFilter) => void;
};

export function InquiryFilters({ filter, counts, onFilter }: Props) {
  const change = (part: Partial<InquiryFilter>) => onFilter({ ...filter, ...part });
  const items = [
    { value: 'ALL', label: '전체' },
    {
      value: 'PROCESSING',
      label: <Counted name="처리 중" of={counts?.processing} />,
    },
    { value: 'COMPLETED', label: <Counted name="완료" of={counts?.completed} /> },
  ];
  return (
    <search className="flex flex-wrap items-start gap-x-3 gap-y-1.5 px-5 py-3.5 max-md:px-4">
      <Segmented
        label="처리 상태"
        items={items}
        value={filter.state || 'ALL'}
        onChange={(value) =>
          change({ state: INQUIRY_STATES.find((state) => state === value) ?? '' })
        }
        className="max-md:mb-1.5 max-md:w-full md:h-10"
      />
      <Field label="유형" hideLabel className="w-36 max-md:w-full">
        <Select
          options={CATEGORY_OPTIONS}
          placeholder="모든 유형"
          value={filter.category}
          onChange={({ target }) =>
            change({ category: INQUIRY_CATEGORIES.find((one) => one === target.value) ?? '' })
          }
        />
      </Field>
      <Field label={DESK_TEXTS.search} hideLabel className="min-w-0 flex-1 basis-52">
        <TextInput
          type="search"
          value={filter.query}
          onText={(query) => change({ query })}
          maxLength={LIMITS.queryMax}
          placeholder={DESK_TEXTS.search}
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
