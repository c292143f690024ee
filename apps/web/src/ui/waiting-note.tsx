import { CloudOff } from 'lucide-react';
import { Button } from './button.tsx';

/** Below a form whose text waits for the network; announced at once. */
export function WaitingNote({ isWaiting, onStop }: { isWaiting: boolean; onStop: () => void }) {
  return (
    <div role="status">
      {isWaiting && (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-ctl bg-gold-weak px-3.5 py-2 text-gold text-md">
          <CloudOff size={18} className="shrink-0" />
          <p className="min-w-0 flex-1 basis-48 font-medium">
            연결이 끊겼습니다. 다시 연결되면 자동으로 등록합니다.
          </p>
          <Button size="sm" variant="ghost" onClick={onStop}>
            그만 기다리기
          </Button>
        </div>
      )}
    </div>
  );
}
