import { lazy, Suspense, useState } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import type { MenuProps } from './menu.tsx';
import { PartFailed } from './part-failed.tsx';

const Menu = lazy(async () => ({ default: (await import('./menu.tsx')).Menu }));

type LazyMenuProps = Omit<MenuProps, 'wrapTrigger' | 'opens'>;

/** A menu whose code loads when it is first opened; until then its button alone. */
export function LazyMenu(props: LazyMenuProps) {
  const [opens, setOpens] = useState<MenuProps['opens']>();
  const button = (
    <button
      type="button"
      aria-label={props.label}
      aria-haspopup="menu"
      aria-expanded={false}
      aria-busy={opens !== undefined || undefined}
      className={props.triggerClassName}
      // A click made by the keyboard counts no presses.
      onClick={({ detail }) => setOpens(detail === 0 ? 'at-first-item' : 'at-once')}
      onKeyDown={(event) => {
        if (event.key !== 'ArrowDown') return;
        event.preventDefault();
        setOpens('at-first-item');
      }}
    >
      {props.trigger}
    </button>
  );
  if (opens === undefined) return button;
  const failed = <PartFailed onClose={() => setOpens(undefined)} />;
  return (
    <ErrorBoundary
      fallback={
        <>
          {button}
          {failed}
        </>
      }
      resetKeys={[opens]}
    >
      <Suspense fallback={button}>
        <Menu {...props} opens={opens} />
      </Suspense>
    </ErrorBoundary>
  );
}
