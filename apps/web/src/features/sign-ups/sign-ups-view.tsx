import { ROLE_TITLES } from '@naru/contract/roles';
import type { SignUpDifference, WaitingSignUp } from '@naru/contract/sign-ups';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { CircleAlert, RotateCw, UserRoundCheck } from 'lucide-react';
import { useState } from 'react';
import { workKeys } from '../../entities/keys.ts';
import { rosterKeys } from '../../entities/staff-keys.ts';
import { api } from '../../lib/api/api.ts';
import { MANUAL_QUERY } from '../../lib/api/query-client.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ConsoleIntro } from '../../ui/console.tsx';
import { LoadState } from '../../ui/load-state.tsx';
import { ReasonDialog } from '../../ui/reason-dialog.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import { toast } from '../../ui/toast.ts';

/** Never refetched automatically, because each call is audited. */
const signUpsQuery = queryOptions({
  queryKey: rosterKeys.signUps,
  queryFn: ({ signal }) => api('GET /api/admin/sign-ups', { signal }),
  ...MANUAL_QUERY,
});

type SignUpDecision = { id: number; reason: string; isAccepted: boolean };

function useDecideSignUp() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, reason, isAccepted }: SignUpDecision) => {
      const request = { params: { id }, body: { reason } };
      return isAccepted
        ? api('POST /api/admin/sign-ups/:id/accept', request)
        : api('POST /api/admin/sign-ups/:id/decline', request);
    },
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: rosterKeys.signUps }),
        client.invalidateQueries({ queryKey: workKeys.waiting }),
      ]),
  });
}

type Decision = { signUp: WaitingSignUp; isAccepted: boolean };

/** Console panel SIGN_UPS: who signed up otherwise than the roster says. */
export function SignUpsView() {
  const query = useQuery(signUpsQuery);
  const [decision, setDecision] = useState<Decision | null>(null);
  const { data } = query;
  return (
    <div className="grid gap-4">
      <ConsoleIntro text="학번(교번), 이름, 이메일이 명부와 달라 기다리는 사람입니다. 이메일은 코드로 확인했습니다. 이 목록을 본 일은 감사 기록에 남습니다.">
        <Button
          icon={<RotateCw size={15} />}
          pending={query.isFetching && data !== undefined}
          onClick={() => void query.refetch()}
        >
          새로 고침
        </Button>
      </ConsoleIntro>
      <Card as="section" aria-label="가입 확인" aria-live="polite" className="overflow-hidden">
        {!data && <LoadState query={query} failed="가입을 불러오지 못했습니다." rows={4} />}
        {data?.total === 0 && (
          <EmptyState
            icon={<UserRoundCheck size={22} />}
            title="기다리는 가입이 없습니다."
            text="명부와 다른 가입이 들어오면 할 일과 알림으로 알려 드립니다."
          />
        )}
        {data && data.total > 0 && (
          <>
            <p className="px-5 pt-3.5 pb-1 font-semibold text-md max-md:px-4">
              기다리는 사람 <span className="text-sea tabular-nums">{data.total}</span>명
            </p>
            <ul aria-label="기다리는 가입">
              {data.signUps.map((signUp) => (
                <li key={signUp.id} className="border-line border-t first:border-t-0">
                  <SignUpRow signUp={signUp} onDecide={setDecision} />
                </li>
              ))}
            </ul>
          </>
        )}
      </Card>
      {decision && <DecisionDialog {...decision} onClose={() => setDecision(null)} />}
    </div>
  );
}

const DIFFERENCES: Record<SignUpDifference, string> = {
  NUMBER: '명부에 없는 학번(교번)입니다.',
  NAME: '명부의 이름과 다릅니다.',
  EMAIL: '명부의 이메일과 다릅니다.',
  TAKEN: '명부의 이 사람으로 이미 다른 회원이 가입했습니다.',
};

type RowProps = { signUp: WaitingSignUp; onDecide: (decision: Decision) => void };

function SignUpRow({ signUp, onDecide }: RowProps) {
  const { username, name, nickname, email, createdAt, differs, entry } = signUp;
  return (
    <article className="flex items-start gap-4 px-5 py-4 max-md:flex-wrap max-md:px-4">
      <div className="grid min-w-0 flex-1 basis-72 gap-2">
        <h2 className="flex flex-wrap items-center gap-x-2 font-semibold">
          <bdi className="[overflow-wrap:anywhere]">{name}</bdi>
          <span className="font-normal text-ink-2 tabular-nums">{username}</span>
        </h2>
        <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-md">
          <dt className="text-ink-3">이메일</dt>
          <dd className="[overflow-wrap:anywhere]">{email}</dd>
          <dt className="text-ink-3">닉네임</dt>
          <dd>
            <bdi>{nickname}</bdi>
          </dd>
          <dt className="text-ink-3">신청</dt>
          <dd>
            <TimeText date={createdAt} kind="list" />
          </dd>
          {entry && (
            <>
              <dt className="text-ink-3">명부</dt>
              <dd className="[overflow-wrap:anywhere]">
                <bdi>{entry.name}</bdi> · {entry.username} · {entry.email} ·{' '}
                {ROLE_TITLES[entry.role]}
              </dd>
            </>
          )}
        </dl>
        <ul className="grid gap-0.5">
          {differs.map((difference) => (
            <li key={difference} className="flex items-start gap-1.5 font-medium text-gold text-sm">
              <CircleAlert size={15} className="mt-[3px] shrink-0" />
              {DIFFERENCES[difference]}
            </li>
          ))}
        </ul>
      </div>
      <div className="flex gap-2 max-md:w-full max-md:*:flex-1">
        <Button
          size="sm"
          variant="danger-ghost"
          aria-label={`${name} 가입 거절`}
          onClick={() => onDecide({ signUp, isAccepted: false })}
        >
          거절
        </Button>
        <Button
          size="sm"
          variant="primary"
          aria-label={`${name} 가입 승인`}
          onClick={() => onDecide({ signUp, isAccepted: true })}
        >
          승인
        </Button>
      </div>
    </article>
  );
}

function DecisionDialog({ signUp, isAccepted, onClose }: Decision & { onClose: () => void }) {
  const decide = useDecideSignUp();
  const { id, name, username, entry, differs } = signUp;
  const isOfEntry = entry?.username === username && !differs.includes('TAKEN');
  const gained = isOfEntry
    ? ` 명부의 이 사람으로 가입해 ${ROLE_TITLES[entry.role]} 권한을 받습니다.`
    : '';
  return (
    <ReasonDialog
      title={isAccepted ? '가입을 승인할까요?' : '가입을 거절할까요?'}
      lead={
        isAccepted
          ? `바로 로그인할 수 있고 이메일로 알립니다.${gained}`
          : '적은 정보를 삭제하고, 사유를 이메일로 알립니다.'
      }
      quote={`${name} (${username})`}
      draft={`staff-sign-up-${id}-${isAccepted ? 'accept' : 'refuse'}`}
      label="사유"
      hint={isAccepted ? '감사 기록에 남습니다.' : '신청한 사람과 감사 기록에 그대로 보입니다.'}
      confirmLabel={isAccepted ? '승인' : '거절'}
      danger={!isAccepted}
      failure={{ title: isAccepted ? '승인하지 못했습니다.' : '거절하지 못했습니다.' }}
      onReason={async (reason) => {
        toast.success((await decide.mutateAsync({ id, reason, isAccepted })).message);
        onClose();
      }}
      onClose={onClose}
    />
  );
}
