import { ArrowDown } from 'lucide-react';
import { Virtualizer } from 'virtua';
import { Button, buttonClass, Spinner } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { firstDay, formatChatDay, type LogRow } from './chat.rows.ts';
import { MessageRow, type Partner, type RowActions } from './message-row.tsx';
import { useLogScroll } from './use-log-scroll.ts';
import type { Older } from './use-older.ts';

type MessageListProps = RowActions & {
  rows: readonly LogRow[];
  roomId: number;
  partner: Partner;
  older: Older;
  /** A loaded message to show, once for each object. */
  target: { id: number } | null;
};

/** Virtualised, so not a live region; `Arrivals` announces new messages. */
export function MessageList({
  rows,
  roomId,
  partner,
  older,
  target,
  ...actions
}: MessageListProps) {
  const scroll = useLogScroll({ rows, onTop: older.load, target });
  const day = firstDay(rows);
  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      <div
        ref={scroll.box}
        role="log"
        aria-label="대화 내용"
        aria-live="off"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll area must be reachable by keyboard
        tabIndex={0}
        className="flex min-h-0 flex-1 flex-col overflow-y-auto overscroll-contain bg-deck focus-visible:outline-offset-[-2px] [overflow-anchor:none]"
      >
        <div className="flex-1" />
        {day && <ListTop day={day} older={older} />}
        <Virtualizer
          ref={scroll.list}
          scrollRef={scroll.box}
          data={rows}
          shift={scroll.shift}
          startMargin={day ? LIST_TOP_PX : 0}
          as="ol"
          item="li"
          onScroll={scroll.onScroll}
          onResize={scroll.onResize}
        >
          {(row: LogRow) =>
            row.kind === 'day' ? (
              <DaySeparator key={row.key} date={row.date} />
            ) : (
              <MessageRow
                key={row.key}
                row={row}
                roomId={roomId}
                partner={partner}
                isFound={target !== null && row.message.id === target.id}
                {...actions}
              />
            )
          }
        </Virtualizer>
      </div>
      {!scroll.isAtEnd && <ToNewest hasNew={scroll.hasNew} onClick={scroll.toEnd} />}
    </div>
  );
}

function DaySeparator(props: { date: string }) {
  return (
    <p className="flex justify-center pt-2 pb-4">
      <span className="rounded-full border border-line bg-paper px-3 py-0.5 font-medium text-ink-2 text-xs">
        {formatChatDay(props.date)}
      </span>
    </p>
  );
}

function ToNewest({ hasNew, onClick }: { hasNew: boolean; onClick: () => void }) {
  return (
    <button
      type="button"
      onClick={onClick}
      aria-label={hasNew ? undefined : '최근 메시지로 이동'}
      className={buttonClass(
        { variant: hasNew ? 'primary' : 'secondary', size: 'sm' },
        cx('absolute bottom-3 self-center rounded-full shadow-pop', !hasNew && 'right-4 px-2'),
      )}
    >
      {hasNew && '새 메시지'}
      <ArrowDown size={16} />
    </button>
  );
}

/** Fixed height in px, so that a change of state shifts nothing. */
const LIST_TOP_PX = 60;

/** The day of the first message, or the state of loading older ones. */
function ListTop({ day, older }: { day: string; older: Older }) {
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
