import { type InputHTMLAttributes, type ReactNode, type Ref, useId } from 'react';

type ChoiceFieldProps = {
  legend: string;
  choices: readonly { value: string; label: ReactNode; name?: string }[];
  error: string | undefined;
  /** What `register` of the form returns. */
  field: InputHTMLAttributes<HTMLInputElement> & { ref: Ref<HTMLInputElement> };
};

/** One of a few values, as buttons of a size for thumbs. */
export function ChoiceField({ legend, choices, error, field }: ChoiceFieldProps) {
  const errorId = useId();
  return (
    <fieldset aria-describedby={error && errorId}>
      <legend className="mb-1.5 font-semibold text-ink-2 text-md">
        {legend}
        <span aria-hidden="true" className="ml-0.5 text-buoy">
          *
        </span>
      </legend>
      <div className="grid auto-cols-fr grid-flow-col gap-1.5">
        {choices.map(({ value, label, name }) => (
          <label
            key={value}
            className="flex min-h-11 items-center justify-center rounded-ctl border border-line bg-paper px-1 text-center font-semibold text-ink-2 text-md hover:border-line-strong has-checked:border-sea has-checked:bg-sea-weak has-checked:text-sea has-focus-visible:outline-2 has-focus-visible:outline-focus"
          >
            <input
              type="radio"
              value={value}
              aria-label={name}
              aria-invalid={error ? true : undefined}
              {...field}
              className="sr-only"
            />
            {label}
          </label>
        ))}
      </div>
      {error && (
        <p id={errorId} role="alert" className="mt-1 font-medium text-buoy text-sm">
          {error}
        </p>
      )}
    </fieldset>
  );
}
