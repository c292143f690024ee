import { Button } from '../../ui/button.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { formatChatDay } from './chat.time.ts';
import type { Older } from './use-older.ts';

/** Fixed height in px, so that a change of state shifts nothing. */
export const LIST_TOP_PX = 60;

/** The day of the first message, or the state of loading older ones. */
export function ListTop({ day, older }: { day: string; older: Older }) {
  return (
    <div
      style={{ height: LIST_TOP_PX }}
      className="flex shrink-0 items-center justify-center gap-2 px-4 text-ink-2 text-sm"
    >
      <TopContent day={day} older={older} />
    </div>
  );
}

function TopContent({ day, older }: { day: string; older: Older }) {
  if (older.state === 'loading') {
    return <Spinner size={20} label="이전 메시지를 불러오는 중입니다." className="text-ink-3" />;
  }
  if (older.state === 'failed') {
    return (
      <>
        <span role="alert">이전 메시지를 불러오지 못했습니다.</span>
        <Button size="sm" onClick={older.retry}>
          다시 시도
        </Button>
      </>
    );
  }
  return (
    <p className="rounded-full border border-line bg-paper px-3 py-0.5 font-medium text-xs">
      {formatChatDay(day)}
    </p>
  );
}
