import { LIMITS } from '@naru/contract/limits';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { cx } from './cx.ts';
import { TextInput } from './text-input.tsx';

/** One row of the list; the key is unique among all groups. */
export type Suggestion = { key: string; icon: ReactNode; label: ReactNode; detail?: ReactNode };

export type SuggestionGroup<S extends Suggestion> = { name: string; options: readonly S[] };

type SuggestionBoxProps<S extends Suggestion> = {
  /** Accessible name of the field. */
  label: string;
  placeholder: string;
  /** As it is seen, with the syllable that is being composed. */
  value: string;
  onText: (text: string) => void;
  groups: readonly SuggestionGroup<S>[];
  /** What is said below the field: that it searches, failed or found nothing. */
  status: string;
  onChoose: (option: S) => void;
  /** Enter with no option chosen; `whole` is what is typed, the last syllable included. */
  onSubmit: (whole: string) => void;
  /** Delete on the chosen option of an empty field. */
  onDelete?: (option: S) => void;
  children?: ReactNode;
};

/** A search field with a list of suggestions in groups below it, operated by arrows and Enter. */
export function SuggestionBox<S extends Suggestion>(props: SuggestionBoxProps<S>) {
  const { value, groups, onChoose } = props;
  const id = useId();
  const [active, setActive] = useState<string>();
  const options = groups.flatMap((group) => group.options);
  const chosen = options.find(({ key }) => key === active);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const next = optionAfter(event.key, options, chosen);
    if (next !== undefined) {
      event.preventDefault();
      setActive(next.key);
    } else if (event.key === 'Delete' && value.trim() === '' && chosen) {
      props.onDelete?.(chosen);
    }
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of the combobox inside
    <div
      onKeyDown={onKeyDown}
      className="grid min-h-80 grid-cols-[minmax(0,1fr)] content-start gap-2 pt-1"
    >
      <TextInput
        type="search"
        role="combobox"
        aria-label={props.label}
        aria-expanded={options.length > 0}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={chosen && idOf(id, chosen)}
        data-autofocus=""
        value={value}
        onText={(next) => {
          props.onText(next);
          setActive(undefined);
        }}
        // The end of a composition may come with the Enter, before its text is rendered.
        onSubmitText={(whole) => (chosen ? onChoose(chosen) : props.onSubmit(whole))}
        maxLength={LIMITS.queryMax}
        placeholder={props.placeholder}
        autoComplete="off"
        enterKeyHint="search"
      />
      <p role="status" className="min-h-5 text-ink-3 text-sm">
        {props.status}
      </p>
      <SuggestionList
        id={id}
        groups={groups}
        active={active}
        onActive={setActive}
        onChoose={onChoose}
      />
      {props.children}
    </div>
  );
}

/** The option that an arrow leads to: around the ends, and from none to the first or the last. */
function optionAfter<S extends Suggestion>(
  key: string,
  options: readonly S[],
  from: S | undefined,
): S | undefined {
  const step = { ArrowDown: 1, ArrowUp: -1 }[key];
  if (step === undefined || options.length === 0) return undefined;
  const at = from === undefined ? (step < 0 ? 0 : -1) : options.indexOf(from);
  return options[(at + step + options.length) % options.length];
}

const idOf = (id: string, { key }: Suggestion) => `${id}-${key.replaceAll(/\s/g, '_')}`;

type SuggestionListProps<S extends Suggestion> = {
  id: string;
  groups: readonly SuggestionGroup<S>[];
  active: string | undefined;
  onActive: (key: string) => void;
  onChoose: (option: S) => void;
};

function SuggestionList<S extends Suggestion>(props: SuggestionListProps<S>) {
  const { id, groups, active, onActive, onChoose } = props;
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (active === undefined) return;
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  return (
    <div
      ref={list}
      id={`${id}-list`}
      role="listbox"
      aria-label="제안"
      className="-mx-2 grid gap-2"
      hidden={groups.length === 0}
    >
      {groups.map(({ name, options }) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is no part of a listbox
        <div key={name} role="group" aria-label={name}>
          <p aria-hidden="true" className="px-2 pb-1 font-semibold text-ink-3 text-xs">
            {name}
          </p>
          {options.map((option) => (
            <div
              key={option.key}
              id={idOf(id, option)}
              role="option"
              tabIndex={-1}
              aria-selected={option.key === active}
              onPointerMove={() => onActive(option.key)}
              onClick={() => onChoose(option)}
              onKeyDown={(event) => event.key === 'Enter' && onChoose(option)}
              className={cx(
                'flex min-h-10 cursor-pointer items-center gap-2.5 rounded-md px-2 py-1.5 max-md:min-h-11',
                option.key === active && 'bg-hover',
              )}
            >
              <span aria-hidden="true" className="shrink-0 text-ink-3">
                {option.icon}
              </span>
              <span className="min-w-0 flex-1 truncate font-medium">{option.label}</span>
              {option.detail && (
                <span className="max-w-[45%] shrink-0 truncate text-ink-3 text-sm">
                  {option.detail}
                </span>
              )}
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}
