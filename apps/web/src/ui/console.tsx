import { LIMITS } from '@naru/contract/limits';
import { Search } from 'lucide-react';
import { type ComponentProps, type FormEvent, type Key, type ReactNode, useState } from 'react';
import { Button } from './button.tsx';
import { cx } from './cx.ts';
import { Field } from './field.tsx';
import { QueryList } from './query-list.tsx';
import { Select } from './select.tsx';
import { TextInput, type TextInputProps } from './text-input.tsx';

/** What a panel is for, beside the actions that begin something in it. */
export function ConsoleIntro({ text, children }: { text: ReactNode; children?: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center gap-2">
      <p className="min-w-0 flex-1 text-ink-2 text-md max-md:basis-full">{text}</p>
      {children}
    </div>
  );
}

type ConsoleSearchProps<Filter> = {
  filter: Filter;
  onSearch: (filter: Filter) => void;
  pending: boolean;
  /** What the audit log records of a search. */
  note: ReactNode;
  /** Undefined without a condition that could be cleared. */
  onClear?: (() => void) | undefined;
  /** Above the fields. */
  lead?: ReactNode;
  /** Columns of the fields. */
  className: string;
  children: ReactNode;
};

/** The search of a console panel: on submit only, because every search is audited. */
export function ConsoleSearch<Filter extends object>(props: ConsoleSearchProps<Filter>) {
  const { filter, onSearch, pending, onClear } = props;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!pending) onSearch(withTidyTexts(filter));
  };
  return (
    <search>
      <form noValidate onSubmit={submit} className="grid gap-3 px-5 py-4 max-md:px-4">
        {props.lead}
        <div className={cx('grid gap-3', props.className)}>{props.children}</div>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <p className="min-w-0 flex-1 basis-64 text-ink-3 text-sm">{props.note}</p>
          <div className="flex gap-2 max-md:w-full">
            {onClear && (
              <Button variant="ghost" onClick={onClear}>
                조건 지우기
              </Button>
            )}
            <Button
              type="submit"
              variant="primary"
              pending={pending}
              icon={<Search size={16} />}
              className="max-md:flex-1"
            >
              검색
            </Button>
          </div>
        </div>
      </form>
    </search>
  );
}

function withTidyTexts<Filter extends object>(filter: Filter): Filter {
  const tidy = (value: unknown) =>
    typeof value === 'string' ? value.normalize('NFC').trim() : value;
  return Object.fromEntries(
    Object.entries(filter).map(([name, value]) => [name, tidy(value)]),
  ) as Filter;
}

type SearchFieldProps = { label: string; className?: string } & Pick<
  TextInputProps,
  'value' | 'onText' | 'inputMode'
>;

/** A part of a name, a number or an address. */
export function SearchField({ label, className, ...input }: SearchFieldProps) {
  return (
    <Field label={label} {...(className && { className })}>
      <TextInput
        {...input}
        maxLength={LIMITS.queryMax}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        enterKeyHint="search"
      />
    </Field>
  );
}

type FilterSelectProps<V extends string> = Pick<
  ComponentProps<typeof Field>,
  'label' | 'hideLabel' | 'className'
> & {
  /** The option that filters nothing. */
  all: string;
  options: readonly { value: V; label: string }[];
  value: V | undefined;
  onChoose: (value: V | undefined) => void;
};

/** Filters by one of the values, or by none. */
export function FilterSelect<V extends string>(props: FilterSelectProps<V>) {
  const { all, options, value, onChoose, ...field } = props;
  return (
    <Field {...field}>
      <Select
        placeholder={all}
        options={options}
        value={value ?? ''}
        onChange={({ target }) =>
          onChoose(options.find((option) => option.value === target.value)?.value)
        }
      />
    </Field>
  );
}

type ConsoleListProps<Row> = Pick<
  ComponentProps<typeof QueryList>,
  'query' | 'onPage' | 'empty'
> & {
  /** Names the list and its pages. */
  name: string;
  /** Title of the error when loading fails. */
  failed: string;
  /** Rows of the loaded page. */
  rows: readonly Row[] | undefined;
  keyOf: (row: Row) => Key;
  /** The order of the rows has a meaning. */
  ordered?: boolean;
  children: (row: Row) => ReactNode;
};

/** A `QueryList` of separated rows. */
export function ConsoleList<Row>(props: ConsoleListProps<Row>) {
  const { name, failed, rows = [], keyOf, ordered, children, ...list } = props;
  const List = ordered ? 'ol' : 'ul';
  return (
    <QueryList {...list} label={`${name} 페이지 이동`} failed={failed}>
      {() => (
        <List aria-label={name}>
          {rows.map((row) => (
            <li key={keyOf(row)} className="border-line border-t first:border-t-0">
              {children(row)}
            </li>
          ))}
        </List>
      )}
    </QueryList>
  );
}

/** State that is reset to `value` whenever that has changed, such as a search form beside an address. */
export function useFollowed<T extends object>(value: T) {
  const key = JSON.stringify(value);
  const [state, setState] = useState({ key, value });
  const current = state.key === key ? state.value : value;
  const change = (part: Partial<T>) => setState({ key, value: { ...current, ...part } });
  return [current, change] as const;
}
