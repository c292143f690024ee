import { type ComponentProps, useEffect, useId, useRef, useState } from 'react';
import type { FieldErrors, UseFormRegister } from 'react-hook-form';
import { PATHS } from '../../lib/paths.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { cx } from '../../ui/cx.ts';

type ConsentBoxProps = Omit<ComponentProps<typeof Checkbox>, 'label'> & {
  /** What the member agrees to. */
  to: string;
  error: string | undefined;
  /** The text, opened in a new tab, so that nothing typed is lost. */
  href?: string;
};

/** A consent that the form requires. */
export function ConsentBox({ to, error, href, ...rest }: ConsentBoxProps) {
  const errorId = useId();
  const box = (
    <Checkbox
      {...rest}
      required
      aria-invalid={error ? true : undefined}
      aria-describedby={error ? errorId : undefined}
      label={
        <>
          <span className="font-semibold">(필수)</span> {to}에 동의합니다.
        </>
      }
    />
  );
  return (
    <div>
      {href === undefined ? (
        box
      ) : (
        <div className="flex items-center justify-between gap-3">
          {box}
          <a
            href={href}
            target="_blank"
            rel="noopener"
            aria-label={`${to} 새 창에서 읽기`}
            className="inline-flex min-h-11 min-w-11 shrink-0 items-center justify-center text-sea text-sm underline-offset-2 hover:underline"
          >
            읽기
          </a>
        </div>
      )}
      {error && (
        <p
          id={errorId}
          role="alert"
          className={cx('font-medium text-buoy text-sm', href !== undefined && 'pb-1')}
        >
          {error}
        </p>
      )}
    </div>
  );
}

type Consents = { terms: boolean; privacy: boolean };

type DocumentConsentsProps = {
  register: UseFormRegister<Consents>;
  errors: FieldErrors<Consents>;
};

/** The consents of everyone who joins, each alone or all by one press. */
export function DocumentConsents({ register, errors }: DocumentConsentsProps) {
  const list = useRef<HTMLDivElement>(null);
  const [isAll, setAll] = useState(false);
  const boxes = () => [...(list.current?.querySelectorAll('input') ?? [])];
  const follow = () => setAll(boxes().every(({ checked }) => checked));
  // biome-ignore lint/correctness/useExhaustiveDependencies: what the form begins with
  useEffect(follow, []);
  const agree = (wanted: boolean) => {
    for (const box of boxes()) if (box.checked !== wanted) box.click();
  };
  return (
    <div className="rounded-ctl bg-deck px-4 py-2">
      <Checkbox
        label={<span className="font-bold">전체 동의</span>}
        checked={isAll}
        onChange={({ target }) => agree(target.checked)}
        className="w-full border-line border-b py-1.5"
      />
      <div ref={list} onChange={follow} className="grid gap-1 pt-1">
        <ConsentBox
          {...register('terms')}
          to="이용약관"
          href={PATHS.terms}
          error={errors.terms && '이용약관에 동의해 주세요.'}
        />
        <ConsentBox
          {...register('privacy')}
          to="개인정보 처리방침"
          href={PATHS.privacy}
          error={errors.privacy && '개인정보 처리방침에 동의해 주세요.'}
        />
      </div>
    </div>
  );
}
