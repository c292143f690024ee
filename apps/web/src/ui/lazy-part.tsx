import { type ComponentType, lazy, Suspense, useState } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { reloadIfReachable } from '../lib/reload.ts';
import { Button } from './button.tsx';

/**
 * A component outside the first load: it loads when first rendered, and nothing shows until then. A failure
 * (offline, a new release) says so and offers to reload, unless `onFail` handles it. Dismissing that message
 * also closes a part with `onClose`, so that it can be opened again.
 */
export function lazyPart<P extends object>(
  load: () => Promise<ComponentType<P>>,
  onFail?: (props: P) => void,
) {
  const Part = lazy(async () => ({ default: await load() })) as ComponentType<P>;
  const fallbackFor = ({ onClose }: { onClose?: () => void }) =>
    onFail ? null : <PartFailed onClose={onClose} />;
  return (props: P) => (
    <ErrorBoundary fallback={fallbackFor(props)} onError={() => onFail?.(props)}>
      <Suspense>
        <Part {...props} />
      </Suspense>
    </ErrorBoundary>
  );
}

/** Says at the bottom of the page that a dialog or panel could not be loaded. */
export function PartFailed({ onClose }: { onClose?: (() => void) | undefined }) {
  const [isOpen, setOpen] = useState(true);
  const [isAway, setAway] = useState(false);
  const reload = async () => setAway(!(await reloadIfReachable()));
  const close = () => {
    setOpen(false);
    onClose?.();
  };
  if (!isOpen) return null;
  return (
    <div
      role="alert"
      className="fixed inset-x-0 bottom-0 z-50 mx-auto mb-[calc(16px+var(--bottom))] flex w-fit max-w-[calc(100vw-32px)] flex-wrap items-center gap-x-3 gap-y-2 rounded-ctl border border-line bg-paper px-4 py-3 text-left text-ink text-md shadow-pop"
    >
      <p className="min-w-0 flex-1 basis-60">
        {isAway ? '아직 연결되지 않았습니다.' : '이 기능을 불러오지 못했습니다. 새로 고쳐 주세요.'}
      </p>
      <Button size="sm" onClick={() => void reload()}>
        새로 고침
      </Button>
      <Button size="sm" variant="ghost" onClick={close}>
        닫기
      </Button>
    </div>
  );
}
