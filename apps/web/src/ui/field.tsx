import { CircleAlert } from 'lucide-react';
import { type AriaAttributes, createContext, type ReactNode, use, useId } from 'react';
import { cx } from './cx.ts';

type FieldState = {
  id: string;
  describedBy?: string;
  invalid: boolean;
  required: boolean;
};

const FieldContext = createContext<FieldState | null>(null);

type OwnProps = { id?: string; required?: boolean } & Pick<
  AriaAttributes,
  'aria-describedby' | 'aria-invalid'
>;

/** Id and aria attributes of a control inside `Field`; own props have priority. */
export function useFieldControl(own: OwnProps) {
  const field = use(FieldContext);
  const fallback = useId();
  return {
    id: own.id ?? field?.id ?? fallback,
    'aria-describedby': own['aria-describedby'] ?? field?.describedBy,
    'aria-invalid': own['aria-invalid'] ?? (field?.invalid || undefined),
    'aria-required': (own.required ?? field?.required) || undefined,
  };
}

/** Shared by text inputs, text areas and selects: 40 px, on phones 44 px and 16 px text. */
export function controlClass(className?: string): string {
  return cx(
    'w-full min-w-0 rounded-ctl border border-line-strong bg-paper text-base text-ink max-md:text-[1rem]',
    'placeholder:text-ink-3 hover:border-ink-3 focus-visible:border-sea focus-visible:outline-offset-0',
    'aria-invalid:border-buoy disabled:bg-deck disabled:text-ink-3 [&[readonly]]:bg-deck',
    className,
  );
}

type FieldProps = {
  label: string;
  /** Keeps the label for screen readers only. */
  hideLabel?: boolean;
  hint?: ReactNode;
  /** Shown under the control and linked to it for screen readers. */
  error?: string | null;
  /** Graphemes used and allowed; red above the limit. */
  counter?: { count: number; max: number };
  required?: boolean;
  /** One control of `ui`, which takes its id and aria attributes from this field. */
  children: ReactNode;
  className?: string;
};

export function Field(props: FieldProps) {
  const { label, hideLabel, hint, error, counter, required = false, children, className } = props;
  const id = useId();
  const hintId = `${id}-hint`;
  const errorId = `${id}-error`;
  const describedBy = [error && errorId, hint && hintId].filter(Boolean).join(' ') || undefined;
  return (
    <div className={cx('grid', className)}>
      <label
        htmlFor={id}
        className={cx('font-semibold text-ink-2 text-md', hideLabel ? 'sr-only' : 'mb-1.5')}
      >
        {label}
        {required && (
          <span aria-hidden="true" className="ml-0.5 text-buoy">
            *
          </span>
        )}
      </label>
      <FieldContext value={{ id, describedBy, invalid: Boolean(error), required }}>
        {children}
      </FieldContext>
      <div className="flex items-start gap-3 text-sm *:not-empty:mt-1.5">
        <div className="grid gap-0.5" aria-live="polite">
          {error && (
            <p id={errorId} className="flex items-start gap-1 font-medium text-buoy">
              <CircleAlert size={15} className="mt-[3px] shrink-0" />
              <span>{error}</span>
            </p>
          )}
          {hint && (
            <div id={hintId} className="text-ink-3">
              {hint}
            </div>
          )}
        </div>
        {counter && <FieldCounter {...counter} />}
      </div>
    </div>
  );
}

function FieldCounter(props: { count: number; max: number }) {
  const over = props.count > props.max;
  return (
    <span className={cx('ml-auto shrink-0', over ? 'font-bold text-buoy' : 'text-ink-3')}>
      {props.count.toLocaleString('ko-KR')}/{props.max.toLocaleString('ko-KR')}
      {over && <span className="sr-only"> 글자 수를 넘었습니다.</span>}
    </span>
  );
}
