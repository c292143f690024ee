import type { InputHTMLAttributes, Ref } from 'react';
import { useId } from 'react';
import { Checkbox } from '../../ui/checkbox.tsx';

type ConsentBoxProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'type'> & {
  ref?: Ref<HTMLInputElement>;
  document: string;
  /** Opens in a new tab, so that nothing typed is lost. */
  to: string;
  error?: string;
};

export function ConsentBox({ document, to, error, ...rest }: ConsentBoxProps) {
  const errorId = useId();
  return (
    <div>
      <div className="flex items-center justify-between gap-3">
        <Checkbox
          {...rest}
          required
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? errorId : undefined}
          label={
            <>
              <span className="font-semibold">(필수)</span> {document}에 동의합니다.
            </>
          }
        />
        <a
          href={to}
          target="_blank"
          rel="noopener"
          aria-label={`${document} 새 창에서 읽기`}
          className="inline-flex min-h-11 shrink-0 items-center text-sea text-sm underline-offset-2 hover:underline"
        >
          읽기
        </a>
      </div>
      {error && (
        <p id={errorId} role="alert" className="pb-1 font-medium text-buoy text-sm">
          {document}에 동의해 주세요.
        </p>
      )}
    </div>
  );
}
