import type { KnownTerm } from '@naru/contract/lectures';
import { LIMITS } from '@naru/contract/limits';
import { Field } from '../../../ui/field.tsx';
import { Select } from '../../../ui/select.tsx';
import { TextInput } from '../../../ui/text-input.tsx';
import { termKey } from '../terms.ts';

export type CatalogWords = {
  query: string;
  /** Null: all grades. */
  grade: number | null;
};

type CatalogFiltersProps = {
  words: CatalogWords;
  onWords: (words: CatalogWords) => void;
  terms: readonly KnownTerm[];
  term: string;
  onTerm: (term: string) => void;
};

const GRADES = [
  { value: '', label: '전체 학년' },
  ...Array.from({ length: LIMITS.gradeMax }, (_, at) => ({
    value: String(at + 1),
    label: `${at + 1}학년`,
  })),
];

/** Words, grade and semester of the catalogue. */
export function CatalogFilters({ words, onWords, terms, term, onTerm }: CatalogFiltersProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: browsers of 2022 know the role, not the element
    <form
      role="search"
      // The list follows each word; Enter only must not load the page again.
      onSubmit={(event) => event.preventDefault()}
      className="grid grid-cols-[minmax(0,1fr)_auto_auto] gap-2 max-md:grid-cols-2"
    >
      <Field label="강의 검색" hideLabel className="max-md:col-span-2">
        <TextInput
          type="search"
          value={words.query}
          onText={(query) => onWords({ ...words, query })}
          maxLength={LIMITS.queryMax}
          placeholder="강의명, 교수, 소개에서 검색"
        />
      </Field>
      <Field label="학년" hideLabel>
        <Select
          value={words.grade === null ? '' : String(words.grade)}
          options={GRADES}
          onChange={({ target }) =>
            onWords({ ...words, grade: target.value === '' ? null : Number(target.value) })
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
