import { CloudOff, Sparkles } from 'lucide-react';
import { useState } from 'react';
import { isConnected } from '../../lib/offline/connection.ts';
import { takeRelease, waitingRelease } from '../../lib/service-worker.ts';
import { useStore } from '../../lib/store.ts';
import { Button } from '../../ui/button.tsx';
import { useComposerSpace } from '../../ui/use-composer-space.ts';

/** What the app says about itself above any page: no network, and a new release. Moves nothing. */
export function AppNotices() {
  return (
    <>
      <OfflineBanner />
      <ReleaseNotice />
    </>
  );
}

function OfflineBanner() {
  const isOnline = useStore(isConnected);
  return (
    <div
      role="status"
      className="pointer-events-none fixed top-[calc(var(--header-h)+8px+env(safe-area-inset-top))] left-1/2 z-40 -translate-x-1/2"
    >
      {!isOnline && (
        <p className="flex items-center gap-2 whitespace-nowrap rounded-full border border-line bg-ink px-4 py-1.5 font-semibold text-paper text-sm shadow-pop">
          <CloudOff size={15} className="shrink-0" />
          오프라인 · 저장된 내용입니다
        </p>
      )}
    </div>
  );
}

/** Above composers and the bottom bar. The release waits until the member takes it, or closes all tabs. */
function ReleaseNotice() {
  const release = useStore(waitingRelease);
  const [putAway, setPutAway] = useState<ServiceWorker | null>(null);
  const isShown = release !== null && release !== putAway;
  const space = useComposerSpace(isShown);
  return (
    <div
      role="status"
      className="fixed inset-x-4 z-40 mx-auto w-fit max-w-full"
      style={{ bottom: `calc(max(${space}px, var(--bottom)) + 16px)` }}
    >
      {isShown && (
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1 rounded-ctl border border-line bg-paper py-1.5 pr-2 pl-4 shadow-pop">
          <p className="flex items-center gap-2 py-1 font-medium text-md">
            <Sparkles size={16} className="shrink-0 text-sea" />새 버전이 있어요.
          </p>
          <Button
            size="sm"
            variant="primary"
            className="ml-auto max-md:min-h-11"
            onClick={takeRelease}
          >
            새로고침
          </Button>
          <Button
            size="sm"
            variant="ghost"
            className="max-md:min-h-11"
            onClick={() => setPutAway(release)}
          >
            나중에
          </Button>
        </div>
      )}
    </div>
  );
}
