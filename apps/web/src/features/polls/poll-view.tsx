import type { Poll } from '@naru/contract/polls';
import { useQuery } from '@tanstack/react-query';
import { Vote } from 'lucide-react';
import { useRef, useState } from 'react';
import { useHasRole } from '../../entities/member/me.ts';
import { formatListDate } from '../../lib/format/dates.ts';
import { formatCount } from '../../lib/format/numbers.ts';
import { alertFailure } from '../../ui/alert-failure.ts';
import { Button } from '../../ui/button.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { Ballot } from './ballot.tsx';
import { PollResults } from './poll-results.tsx';
import { pollQuery, useVote } from './polls.queries.ts';

const VotersDialog = lazyPart(async () => (await import('./voters-dialog.tsx')).VotersDialog);

type PollViewProps = {
  postId: number;
  poll: Poll;
  /** The post is blinded: nobody votes. */
  isFrozen: boolean;
  /** Keeps the new results in the post. */
  show: (poll: Poll) => void;
};

/** The poll of a post: choices before the vote, results after it. */
export function PollView({ postId, poll: initial, isFrozen, show }: PollViewProps) {
  const { poll, mayVote } = useLivePoll(postId, initial, isFrozen);
  const [isChanging, setChanging] = useState(false);
  const [voters, setVoters] = useState<number | null>(null);
  const region = useRef<HTMLElement>(null);
  const vote = useVote(postId, show);
  const hasVoted = poll.chosen.length > 0;
  const isVoting = mayVote && (!hasVoted || isChanging);
  // The button that is gone had the focus.
  const change = (next: boolean) => {
    setChanging(next);
    region.current?.focus({ preventScroll: true });
  };
  const send = (choices: number[]) =>
    vote.mutate(
      { choices, version: poll.version },
      {
        onSuccess: () => change(false),
        onError: (error) => void alertFailure('투표하지 못했습니다.', error),
      },
    );
  return (
    <section
      ref={region}
      tabIndex={-1}
      aria-label="투표"
      className="rounded-ctl border border-line bg-deck px-4 py-3 outline-none"
    >
      <p className="flex flex-wrap items-center gap-x-2 text-ink-2 text-md">
        <Vote size={18} className="shrink-0 text-sea" />
        <span className="font-bold text-ink">투표</span>
        <span className="text-ink-3 text-sm">{rulesOf(poll)}</span>
      </p>
      {isVoting ? (
        <Ballot
          key={poll.version}
          poll={poll}
          isSending={vote.isPending}
          onVote={send}
          onCancel={isChanging ? () => change(false) : undefined}
          status={statusOf(poll)}
        />
      ) : (
        <>
          <PollResults poll={poll} onVoters={poll.isAnonymous ? undefined : setVoters} />
          <ResultsFoot
            poll={poll}
            isFrozen={isFrozen}
            onChange={mayVote ? () => change(true) : undefined}
          />
        </>
      )}
      <p role="status" className="sr-only">
        {vote.isSuccess && !isVoting && '투표했습니다.'}
      </p>
      {voters !== null && (
        <VotersDialog
          postId={postId}
          option={voters}
          text={poll.options[voters]?.text ?? ''}
          onClose={() => setVoters(null)}
        />
      )}
    </section>
  );
}

function useLivePoll(postId: number, initial: Poll, isFrozen: boolean) {
  const { data: poll } = useQuery(pollQuery(postId, initial, isFrozen));
  const mayVote = useHasRole('STUDENT') && !poll.isEnded && !isFrozen;
  return { poll, mayVote };
}

type ResultsFootProps = {
  poll: Poll;
  isFrozen: boolean;
  /** For those who may change their vote. */
  onChange: (() => void) | undefined;
};

function ResultsFoot({ poll, isFrozen, onChange }: ResultsFootProps) {
  return (
    <div className="mt-2 flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1">
      <p className="mr-auto text-ink-3 text-sm">{statusOf(poll)}</p>
      {onChange && <Button onClick={onChange}>다시 투표</Button>}
      {!onChange && !poll.isEnded && !isFrozen && (
        <p className="text-ink-3 text-sm">학생 인증을 받은 회원이 투표할 수 있습니다.</p>
      )}
    </div>
  );
}

function rulesOf({ maxChoices, isAnonymous }: Poll): string {
  const many = maxChoices === 1 ? '하나만 선택' : `${maxChoices}개까지 선택`;
  return `${many} · ${isAnonymous ? '익명' : '누가 골랐는지 공개'}`;
}

function statusOf({ voterCount, endsAt, isEnded }: Poll): string {
  const end = endsAt === null ? '' : isEnded ? ' · 마감' : ` · ${formatListDate(endsAt)} 마감`;
  return `${formatCount(voterCount)}명 참여${end}`;
}
