import { type ComponentType, lazy, Suspense, useState } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { untilLoaded } from '../lib/load-ahead.ts';
import { reloadIfReachable } from '../lib/reload.ts';
import { Button } from './button.tsx';

/**
 * A component outside the first load: it loads when first rendered, and nothing shows until then. A failure
 * (offline, a new release) says so and offers to reload, unless `onFail` handles it; the next time that the part is
 * opened, it is asked for again. Dismissing that message also closes a part with `onClose`.
 */
export function lazyPart<P extends object>(
  load: () => Promise<ComponentType<P>>,
  onFail?: (props: P) => void,
) {
  // React never repeats a `lazy` that has failed.
  const create = () => lazy(async () => ({ default: await load() })) as ComponentType<P>;
  let newest = create();
  return (props: P & { onClose?: () => void }) => {
    const [Part] = useState(() => newest);
    const fail = () => {
      newest = create();
      onFail?.(props);
    };
    return (
      <ErrorBoundary
        fallback={onFail ? null : <PartFailed onClose={props.onClose} />}
        onError={fail}
      >
        <Suspense>
          <Part {...props} />
        </Suspense>
      </ErrorBoundary>
    );
  };
}

/** A part that nobody waits for: it is asked for again until the network brings it. */
export const quietPart = <P extends object>(load: () => Promise<ComponentType<P>>) =>
  lazyPart(
    () => untilLoaded(load),
    () => undefined,
  );

/** Says at the bottom of the page that a dialog or panel could not be loaded. */
export function PartFailed({ onClose }: { onClose?: (() => void) | undefined }) {
  const [message, setMessage] = useState('이 기능을 불러오지 못했습니다.');
  const reload = async () => {
    if (!(await reloadIfReachable())) setMessage('아직 연결되지 않았습니다.');
  };
  const close = () => {
    setMessage('');
    onClose?.();
  };
  if (message === '') return null;
  return (
    <div
      role="alert"
      className="fixed inset-x-0 bottom-0 z-50 mx-auto mb-[calc(16px+var(--bottom))] flex w-fit max-w-[calc(100vw-32px)] flex-wrap items-center gap-x-3 gap-y-2 rounded-ctl border border-line bg-paper px-4 py-3 text-left text-ink text-md shadow-pop"
    >
      <p className="min-w-0 flex-1 basis-60">{message}</p>
      <Button size="sm" onClick={() => void reload()}>
        새로 고침
      </Button>
      <Button size="sm" variant="ghost" onClick={close}>
        닫기
      </Button>
    </div>
  );
}
