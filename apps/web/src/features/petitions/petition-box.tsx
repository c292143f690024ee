import type { Petition } from '@naru/contract/petitions';
import { useQuery } from '@tanstack/react-query';
import { Check, PenLine, Signature } from 'lucide-react';
import { useState } from 'react';
import { api } from '../../lib/api/api.ts';
import { alertFailure } from '../../ui/alert-failure.ts';
import { confirmDialog } from '../../ui/ask.ts';
import { Button } from '../../ui/button.tsx';
import { LoadState } from '../../ui/load-state.tsx';
import { ReasonDialog } from '../../ui/reason-dialog.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import { toast } from '../../ui/toast.ts';
import { AnswerDialog } from './answer-dialog.tsx';
import { bodyName, SignatureBar, STATES, StateBadge } from './petition-state.tsx';
import { petitionQuery, useChangePetition, useSign } from './petitions.queries.ts';
import { RedactButton } from './redact-button.tsx';

/** Signatures, answer and history of a petition, below its text. */
export function PetitionBox({ postId }: { postId: number }) {
  const query = useQuery(petitionQuery(postId));
  if (!query.data) {
    return <LoadState query={query} failed="서명을 불러오지 못했습니다." rows={3} />;
  }
  const petition = query.data;
  return (
    <section
      aria-label="서명과 답변"
      className="rounded-ctl border border-line bg-deck px-4 py-3 max-md:px-3.5"
    >
      <p className="mb-3 flex flex-wrap items-center gap-2">
        <StateBadge state={petition.state} />
        <span className="font-bold">{bodyName(petition)}에 청원합니다</span>
      </p>
      <SignatureBar petition={petition} />
      <Signing petition={petition} />
      {petition.closeReason !== null && (
        <div className="mt-3 text-ink-2 text-md">
          닫은 사유: {petition.closeReason}
          <RedactButton postId={postId} answerId={null} text={petition.closeReason} />
        </div>
      )}
      <Answer petition={petition} />
      <History petition={petition} />
      <Ending petition={petition} />
    </section>
  );
}

function Signing({ petition }: { petition: Petition }) {
  const { id, state, isSigned, canSign } = petition;
  const sign = useSign(id);
  if (!canSign) {
    const isOpen = state === 'COLLECTING';
    const text = isOpen
      ? '학생 인증을 받은 회원이 서명할 수 있습니다.'
      : isSigned && '내가 서명한 청원입니다.';
    return text ? <p className="mt-2 text-ink-3 text-sm">{text}</p> : null;
  }
  return (
    <div className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-2">
      <Button
        variant={isSigned ? 'secondary' : 'primary'}
        size="lg"
        icon={isSigned ? <Check size={18} /> : <Signature size={18} />}
        aria-pressed={isSigned}
        onClick={() => sign.mutate(!isSigned)}
      >
        {isSigned ? '서명함' : '서명하기'}
      </Button>
      <p className="min-w-0 flex-1 text-ink-3 text-sm">
        누가 서명했는지는 아무도 볼 수 없습니다. 모으는 동안에는 취소할 수 있습니다.
      </p>
    </div>
  );
}

function Answer({ petition }: { petition: Petition }) {
  const [isWriting, setWriting] = useState(false);
  const [current, ...former] = petition.answers;
  const name = bodyName(petition);
  return (
    <>
      {current && (
        <article className="mt-4 rounded-ctl border border-line bg-paper px-4 py-3">
          <h2 className="flex flex-wrap items-baseline gap-x-2 font-bold">
            {name}의 답변
            <span className="font-normal text-ink-3 text-sm">
              <TimeText date={current.date} kind="list" />
              {former.length > 0 && ' 수정'}
            </span>
          </h2>
          <p className="mt-2 whitespace-pre-wrap [overflow-wrap:anywhere]">{current.content}</p>
          <RedactButton postId={petition.id} answerId={current.id} text={current.content} />
          {former.length > 0 && <FormerAnswers postId={petition.id} answers={former} />}
        </article>
      )}
      {petition.canAnswer && (
        <Button className="mt-3" icon={<PenLine size={16} />} onClick={() => setWriting(true)}>
          {current ? '답변 수정' : `${name}의 답변 쓰기`}
        </Button>
      )}
      {isWriting && <AnswerDialog petition={petition} onClose={() => setWriting(false)} />}
    </>
  );
}

function FormerAnswers({ postId, answers }: Pick<Petition, 'answers'> & { postId: number }) {
  return (
    <details className="mt-3 text-ink-2 text-sm">
      <summary className="min-h-11 cursor-pointer py-2.5 font-semibold">
        수정 전 답변 {answers.length}개
      </summary>
      {answers.map(({ id, content, date }) => (
        <div key={id} className="border-line border-t py-2">
          <TimeText date={date} kind="list" />
          <p className="mt-1 whitespace-pre-wrap [overflow-wrap:anywhere]">{content}</p>
          <RedactButton postId={postId} answerId={id} text={content} />
        </div>
      ))}
    </details>
  );
}

function History({ petition }: { petition: Petition }) {
  return (
    <ol
      aria-label="진행"
      className="mt-4 flex flex-wrap gap-x-4 gap-y-1 border-line border-t pt-3 text-ink-3 text-sm"
    >
      {petition.history.map(({ state, date }) => (
        <li key={state}>
          <span className="font-semibold text-ink-2">{STATES[state].name}</span>{' '}
          <TimeText date={date} kind="list" />
        </li>
      ))}
    </ol>
  );
}

/** Withdrawing for the author, closing for staff. */
function Ending({ petition }: { petition: Petition }) {
  const { id, canWithdraw, canClose } = petition;
  const [isClosing, setClosing] = useState(false);
  const change = useChangePetition(id);
  const withdraw = async () => {
    const isSure = await confirmDialog({
      title: '청원을 철회할까요?',
      body: '되돌릴 수 없습니다. 청원은 철회한 기록과 함께 남습니다.',
      confirmLabel: '철회',
      danger: true,
    });
    if (!isSure) return;
    change.mutate(() => api('POST /api/petitions/:id/withdraw', { params: { id } }), {
      onSuccess: () => toast.success('청원을 철회했습니다.'),
      onError: (error) => void alertFailure('청원을 철회하지 못했습니다.', error),
    });
  };
  if (!(canWithdraw || canClose)) return null;
  return (
    <div className="mt-2 flex flex-wrap justify-end gap-2">
      {canWithdraw && (
        <Button variant="danger-ghost" size="sm" onClick={() => void withdraw()}>
          청원 철회
        </Button>
      )}
      {canClose && (
        <Button variant="danger-ghost" size="sm" onClick={() => setClosing(true)}>
          청원 닫기
        </Button>
      )}
      {isClosing && (
        <ReasonDialog
          title="청원 닫기"
          lead="답변 없이 끝냅니다. 사유는 모두에게 보이고 작성자에게 알립니다."
          draft={`staff-petition-close-${id}`}
          label="사유"
          confirmLabel="닫기"
          danger
          failure={{ title: '청원을 닫지 못했습니다.' }}
          onReason={async (reason) => {
            const body = { reason };
            await change.mutateAsync(() =>
              api('POST /api/petitions/:id/close', { params: { id }, body }),
            );
            setClosing(false);
            toast.success('청원을 닫았습니다.');
          }}
          onClose={() => setClosing(false)}
        />
      )}
    </div>
  );
}
