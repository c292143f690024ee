import { withParticles } from '@naru/contract/particles';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { cx } from '../../../ui/cx.ts';
import type { HeadChoice } from './use-head-choice.ts';

/** The heads of the board, of which one tap chooses one. */
export function HeadField({ choice }: { choice: HeadChoice }) {
  const { options, chosen, lost, isRequired, isShown, error } = choice;
  const group = useRef<HTMLDivElement>(null);
  const id = useId();
  useEffect(() => {
    if (error !== undefined) group.current?.focus();
  }, [error]);
  if (!isShown) return null;
  const problem = error ?? (lost ? goneText(lost.name) : undefined);
  return (
    <div className="grid gap-1.5">
      <p id={`${id}-label`} className="font-semibold text-ink-2 text-md">
        말머리
        {isRequired && (
          <span aria-hidden="true" className="ml-0.5 text-buoy">
            *
          </span>
        )}
      </p>
      <div
        ref={group}
        role="radiogroup"
        tabIndex={-1}
        aria-labelledby={`${id}-label`}
        aria-describedby={problem && `${id}-error`}
        aria-invalid={problem !== undefined || undefined}
        aria-required={isRequired || undefined}
        className="flex flex-wrap gap-2 rounded-ctl"
      >
        {!isRequired && (
          <Choice
            name={id}
            isOn={chosen === null && lost === null}
            onChoose={() => choice.choose(null)}
          >
            없음
          </Choice>
        )}
        {options.map((head) => (
          <Choice
            key={head.id}
            name={id}
            isOn={head.id === chosen?.id}
            onChoose={() => choice.choose(head)}
          >
            <bdi>{head.name}</bdi>
          </Choice>
        ))}
      </div>
      <p id={`${id}-error`} aria-live="polite" className="text-buoy text-sm empty:hidden">
        {problem}
      </p>
    </div>
  );
}

const goneText = (name: string) =>
  withParticles(`말머리 ‘${name}’은(는) 이제 쓸 수 없습니다. 다른 것을 골라 주세요.`);

type ChoiceProps = { name: string; isOn: boolean; onChoose: () => void; children: ReactNode };

function Choice({ name, isOn, onChoose, children }: ChoiceProps) {
  return (
    <label
      className={cx(
        'inline-flex min-h-9 cursor-pointer items-center rounded-full border px-3.5 font-semibold text-md has-focus-visible:outline-2 has-focus-visible:outline-focus max-md:min-h-11 max-md:px-4',
        isOn
          ? 'border-sea bg-sea-weak text-sea'
          : 'border-line-strong bg-paper text-ink-2 hover:border-ink-3 hover:text-ink',
      )}
    >
      <input type="radio" name={name} checked={isOn} onChange={onChoose} className="sr-only" />
      {children}
    </label>
  );
}
