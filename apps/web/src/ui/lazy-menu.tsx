import { type ComponentType, useRef, useState } from 'react';
import { cx } from './cx.ts';
import { PartFailed } from './lazy-part.tsx';
import type { MenuProps } from './menu.tsx';

type LazyMenuProps = Omit<MenuProps, 'wrapTrigger' | 'opens'>;

type State =
  | { is: 'closed' | 'loading' | 'failed' }
  | { is: 'loaded'; Menu: ComponentType<MenuProps>; opens: MenuProps['opens'] };

/** A menu whose code loads when it is first opened; until then only its button. */
export function LazyMenu(props: LazyMenuProps) {
  const [state, setState] = useState<State>({ is: 'closed' });
  const button = useRef<HTMLButtonElement>(null);
  const open = async (opens: MenuProps['opens']) => {
    if (state.is === 'loading') return;
    setState({ is: 'loading' });
    const focused = document.activeElement;
    try {
      const { Menu } = await import('./menu.tsx');
      // If the focus has moved meanwhile, for example into a text field, it stays there.
      const isAwaited = document.activeElement === focused;
      setState(isAwaited ? { is: 'loaded', Menu, opens } : { is: 'closed' });
    } catch {
      setState({ is: 'failed' });
    }
  };
  const putAway = () => {
    button.current?.focus();
    setState({ is: 'closed' });
  };
  if (state.is === 'loaded') return <state.Menu {...props} opens={state.opens} />;
  return (
    <>
      <button
        ref={button}
        type="button"
        aria-label={props.label}
        aria-haspopup="menu"
        aria-expanded={false}
        aria-busy={state.is === 'loading' || undefined}
        className={cx(props.triggerClassName, 'aria-busy:cursor-progress aria-busy:opacity-50')}
        // A click made by the keyboard counts no presses.
        onClick={({ detail }) => void open(detail === 0 ? 'at-first-item' : 'at-once')}
        onKeyDown={(event) => {
          const { key } = event;
          if (key !== 'ArrowDown' && key !== 'ArrowUp') return;
          event.preventDefault();
          void open(key === 'ArrowDown' ? 'at-first-item' : 'at-last-item');
        }}
      >
        {props.trigger}
      </button>
      {state.is === 'failed' && <PartFailed onClose={putAway} />}
    </>
  );
}
