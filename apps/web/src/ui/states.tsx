import { CloudOff, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { messageOf, TRY_LATER } from '../lib/api/api-error.ts';
import { Button } from './button.tsx';
import { cx } from './cx.ts';

type StateProps = {
  title: string;
  text?: string;
  icon?: ReactNode;
  action?: ReactNode;
  className?: string;
};

function StateBox(props: StateProps & { tone: string }) {
  return (
    <div
      className={cx(
        'flex flex-col items-center gap-1 px-5 py-12 text-center max-md:py-10',
        props.className,
      )}
    >
      {props.icon && (
        <span className={cx('mb-2 grid size-12 place-items-center rounded-full', props.tone)}>
          {props.icon}
        </span>
      )}
      <p className="font-semibold text-ink">{props.title}</p>
      {props.text && <p className="text-ink-3 text-md">{props.text}</p>}
      {props.action && <div className="mt-4 flex gap-2">{props.action}</div>}
    </div>
  );
}

/** An empty list, with an optional next step. */
export function EmptyState(props: StateProps) {
  return <StateBox {...props} tone="bg-deck text-ink-3" />;
}

/** An error, announced at once; `onRetry` adds a button. */
export function ErrorState(props: Omit<StateProps, 'action'> & { onRetry?: () => unknown }) {
  const { onRetry, icon = <TriangleAlert size={22} />, ...rest } = props;
  return (
    <div role="alert">
      <StateBox
        {...rest}
        icon={icon}
        tone="bg-buoy-weak text-buoy"
        action={onRetry && <Button onClick={() => void onRetry()}>다시 시도</Button>}
      />
    </div>
  );
}

type LoadErrorProps = {
  title: string;
  error: unknown;
  /** Shown when the server gives no reason. */
  fallback?: string;
  /** Takes the `refetch` of a query as it is. */
  onRetry: () => unknown;
  className?: string;
};

/** A failed load, with the server's reason or else `fallback`. */
export function LoadError({ error, fallback = TRY_LATER, ...rest }: LoadErrorProps) {
  const icon = <CloudOff size={22} />;
  return <ErrorState icon={icon} text={messageOf(error, fallback)} {...rest} />;
}
