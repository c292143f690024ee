import { CloudOff } from 'lucide-react';
import { Button } from './button.tsx';

interface WaitingNoteProps {
  isWaiting: boolean;
  /** It waits for a server that has too much to do, else for the network. */
  isBusy: boolean;
  onStop: () => void;
}

/** Below a form whose text waits to be sent; announced at once. */
export function WaitingNote({ isWaiting, isBusy, onStop }: WaitingNoteProps) {
  return (
    <div role="status">
      {isWaiting && (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-ctl bg-gold-weak px-3.5 py-2 text-gold text-md">
          <CloudOff size={18} className="shrink-0" />
          <p className="min-w-0 flex-1 basis-48 font-medium">
            {isBusy ? '이용자가 많습니다. 잠시 후' : '연결이 끊겼습니다. 다시 연결되면'} 자동으로
            등록합니다.
          </p>
          <Button size="sm" variant="ghost" onClick={onStop}>
            그만 기다리기
          </Button>
        </div>
      )}
    </div>
  );
}
