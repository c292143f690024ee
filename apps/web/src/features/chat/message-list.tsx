import { ArrowDown } from 'lucide-react';
import { Virtualizer } from 'virtua';
import { buttonClass } from '../../ui/button-class.ts';
import { cx } from '../../ui/cx.ts';
import { firstDay, type LogRow } from './chat.rows.ts';
import { formatChatDay } from './chat.time.ts';
import { LIST_TOP_PX, ListTop } from './list-top.tsx';
import { MessageRow, type Partner, type PendingActions } from './message-row.tsx';
import { useLogScroll } from './use-log-scroll.ts';
import type { Older } from './use-older.ts';

type MessageListProps = PendingActions & {
  rows: readonly LogRow[];
  partner: Partner;
  older: Older;
};

/** Virtualised, so not a live region; `Arrivals` announces new messages. */
export function MessageList({ rows, partner, older, ...actions }: MessageListProps) {
  const scroll = useLogScroll({ rows, onTop: older.load });
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
              <MessageRow key={row.key} row={row} partner={partner} {...actions} />
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
  const arrow = <ArrowDown size={16} />;
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
      {arrow}
    </button>
  );
}
