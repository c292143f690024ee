import type { KnownTerm } from '@naru/contract/lectures';
import { LIMITS } from '@naru/contract/limits';
import { Field } from '../../../ui/field.tsx';
import { Select } from '../../../ui/select.tsx';
import { TextInput } from '../../../ui/text-input.tsx';
import { GRADE_OPTIONS, termKey } from '../terms.ts';

export type CatalogSearch = {
  query: string;
  /** Null: all grades. */
  grade: number | null;
};

type CatalogFiltersProps = {
  search: CatalogSearch;
  onSearch: (search: CatalogSearch) => void;
  terms: readonly KnownTerm[];
  term: string;
  onTerm: (term: string) => void;
};

const GRADES = [{ value: '', label: '전체 학년' }, ...GRADE_OPTIONS];

export function CatalogFilters({ search, onSearch, terms, term, onTerm }: CatalogFiltersProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: browsers of 2022 know the role, not the element
    <form
      role="search"
      // The list filters while typing; Enter must not submit and reload the page.
      onSubmit={(event) => event.preventDefault()}
      className="grid grid-cols-[minmax(0,1fr)_auto_auto] gap-2 max-md:grid-cols-2"
    >
      <Field label="강의 검색" hideLabel className="max-md:col-span-2">
        <TextInput
          type="search"
          value={search.query}
          onText={(query) => onSearch({ ...search, query })}
          maxLength={LIMITS.queryMax}
          placeholder="강의명, 교수, 소개에서 검색"
        />
      </Field>
      <Field label="학년" hideLabel>
        <Select
          value={search.grade === null ? '' : String(search.grade)}
          options={GRADES}
          onChange={({ target }) =>
            onSearch({ ...search, grade: target.value === '' ? null : Number(target.value) })
          }
        />
      </Field>
      <Field label="학기" hideLabel>
        <Select
          value={term}
          options={terms.map((known) => ({ value: termKey(known), label: known.name }))}
          onChange={({ target }) => onTerm(target.value)}
        />
      </Field>
    </form>
  );
}
