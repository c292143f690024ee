import { CloudOff, Sparkles } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { isConnected } from '../../lib/offline/connection.ts';
import { takeRelease, waitingRelease } from '../../lib/service-worker.ts';
import { useStore } from '../../lib/store.ts';
import { Button } from '../../ui/button.tsx';
import { useComposerSpace } from '../../ui/use-composer-space.ts';

type AppNoticesProps = {
  /** What the page shows without a network; undefined when the page says that itself. */
  offlineText: string | undefined;
  children?: ReactNode;
};

/**
 * Notices above any page, its composers and the bottom bar: no network, a new release, and `children`. They
 * overlay the page, so nothing moves.
 */
export function AppNotices({ offlineText, children }: AppNoticesProps) {
  const isOnline = useStore(isConnected);
  const release = useStore(waitingRelease);
  const [putAway, setPutAway] = useState<ServiceWorker | null>(null);
  const isOffered = release !== null && release !== putAway;
  const space = useComposerSpace(isOffered || !isOnline || Boolean(children));
  return (
    <div
      className="pointer-events-none fixed inset-x-4 z-40 grid justify-items-center gap-2"
      style={{ bottom: `calc(max(${space}px, var(--bottom)) + 16px)` }}
    >
      {/* At the bottom, because headings and tabs are at the top; taps go through it. */}
      <div role="status">
        {!isOnline && offlineText && (
          <p className="flex items-center gap-2 whitespace-nowrap rounded-full border border-line bg-ink px-4 py-1.5 font-semibold text-paper text-sm shadow-pop">
            <CloudOff size={15} className="shrink-0" />
            {offlineText}
          </p>
        )}
      </div>
      <div role="status" className="pointer-events-auto">
        {isOffered && <ReleaseOffer onPutAway={() => setPutAway(release)} />}
      </div>
      <div role="status" className="pointer-events-auto">
        {children}
      </div>
    </div>
  );
}

/** The release waits until the member activates it or closes all tabs. */
function ReleaseOffer({ onPutAway }: { onPutAway: () => void }) {
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-1 rounded-ctl border border-line bg-paper py-1.5 pr-2 pl-4 shadow-pop">
      <p className="flex items-center gap-2 py-1 font-medium text-md">
        <Sparkles size={16} className="shrink-0 text-sea" />새 버전이 있습니다.
      </p>
      <Button size="sm" variant="primary" className="ml-auto max-md:min-h-11" onClick={takeRelease}>
        새로 고침
      </Button>
      <Button size="sm" variant="ghost" className="max-md:min-h-11" onClick={onPutAway}>
        나중에
      </Button>
    </div>
  );
}
