import type { Poll } from '@naru/contract/polls';
import { useId, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';

type BallotProps = {
  poll: Poll;
  /** How many have voted, and until when. */
  status: string;
  isSending: boolean;
  onVote: (choices: number[]) => void;
  /** For a member who has voted before. */
  onCancel: (() => void) | undefined;
};

/** The options of a poll to choose from. */
export function Ballot({ poll, status, isSending, onVote, onCancel }: BallotProps) {
  const name = useId();
  const [chosen, setChosen] = useState(poll.chosen);
  const isSingle = poll.maxChoices === 1;
  const toggle = (place: number) => {
    if (isSingle) return setChosen([place]);
    setChosen((now) =>
      now.includes(place) ? now.filter((one) => one !== place) : [...now, place],
    );
  };
  return (
    <>
      <fieldset className="mt-2 grid gap-2">
        <legend className="sr-only">고를 항목</legend>
        {poll.options.map(({ text }, place) => {
          const isOn = chosen.includes(place);
          const isFull = !isSingle && !isOn && chosen.length >= poll.maxChoices;
          return (
            <label
              key={text}
              className={cx(
                'flex min-h-11 items-center gap-2.5 rounded-ctl border border-line bg-paper px-3 py-2 text-md has-focus-visible:outline-2 has-checked:border-sea has-checked:bg-sea-weak has-focus-visible:outline-focus',
                isFull && 'text-ink-3',
              )}
            >
              <input
                type={isSingle ? 'radio' : 'checkbox'}
                name={name}
                checked={isOn}
                disabled={isFull}
                onChange={() => toggle(place)}
                className="size-[18px] shrink-0 accent-sea"
              />
              <bdi className="min-w-0 [overflow-wrap:anywhere]">{text}</bdi>
            </label>
          );
        })}
      </fieldset>
      <div className="mt-2 flex min-h-11 flex-wrap items-center justify-end gap-2">
        <p className="mr-auto text-ink-3 text-sm">{status}</p>
        <div className="ml-auto flex gap-2">
          {onCancel && <Button onClick={onCancel}>취소</Button>}
          <Button
            variant="primary"
            pending={isSending}
            disabled={chosen.length === 0}
            onClick={() => onVote(chosen)}
          >
            투표하기
          </Button>
        </div>
      </div>
    </>
  );
}
