import type { Poll } from '@naru/contract/polls';
import { Check } from 'lucide-react';
import { formatCount } from '../../lib/format/numbers.ts';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';

type PollResultsProps = {
  poll: Poll;
  /** Shows who chose an option; undefined in an anonymous poll. */
  onVoters: ((option: number) => void) | undefined;
};

/** The options of a poll with their votes, as far as the viewer sees them. */
export function PollResults({ poll, onVoters }: PollResultsProps) {
  return (
    <ul
      aria-label={poll.options[0]?.count === null ? '투표 항목' : '투표 결과'}
      className="mt-2 grid gap-2"
    >
      {poll.options.map(({ text, count }, place) => {
        const isOwn = poll.chosen.includes(place);
        const percent =
          count === null ? 0 : Math.round((count / Math.max(1, poll.voterCount)) * 100);
        return (
          <li
            key={text}
            className={cx(
              'relative flex min-h-11 items-center gap-3 overflow-hidden rounded-ctl border bg-paper px-3 py-2 text-md',
              isOwn ? 'border-sea' : 'border-line',
            )}
          >
            <span
              aria-hidden="true"
              className="absolute inset-y-0 left-0 bg-sea-weak transition-[width] duration-150"
              style={{ width: `${percent}%` }}
            />
            <span
              className={cx(
                'relative flex min-w-0 flex-1 items-center gap-1.5',
                isOwn && 'font-bold',
              )}
            >
              <bdi className="min-w-0 [overflow-wrap:anywhere]">{text}</bdi>
              {isOwn && (
                <>
                  <Check size={16} className="shrink-0 text-sea" />
                  <span className="sr-only">(내 선택)</span>
                </>
              )}
            </span>
            {count !== null && (
              <span className="relative -mr-3 flex shrink-0 items-center text-ink-2 text-sm tabular-nums">
                {percent}%
                <Votes text={text} count={count} onOpen={onVoters && (() => onVoters(place))} />
              </span>
            )}
          </li>
        );
      })}
    </ul>
  );
}

type VotesProps = { text: string; count: number; onOpen: (() => void) | undefined };

function Votes({ text, count, onOpen }: VotesProps) {
  const label = `${formatCount(count)}명`;
  if (onOpen === undefined || count === 0) {
    return <span className="min-w-15 pr-3 text-right">{label}</span>;
  }
  return (
    <Button
      size="sm"
      variant="ghost"
      className="-my-1.5 min-w-15 justify-end text-sea underline underline-offset-2"
      aria-label={`‘${text}’ 고른 사람 ${label} 보기`}
      onClick={onOpen}
    >
      {label}
    </Button>
  );
}
