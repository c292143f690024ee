import { postBoardName } from '@naru/contract/boards';
import { LIMITS } from '@naru/contract/limits';
import { obstacleText, type Reveal } from '@naru/contract/moderation';
import { Eye } from 'lucide-react';
import { alertFailure } from '../../ui/alert-failure.ts';
import { confirmDialog } from '../../ui/ask.ts';
import { Badge, type BadgeTone } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import { toast } from '../../ui/toast.ts';
import { CONTENT_GONE, KIND_NAMES, REVEAL_OVER, useDecideReveal } from './moderation.queries.ts';
import { ContentLink } from './target-box.tsx';
import { TimeLeft } from './time-left.tsx';

const STATES: Record<Reveal['state'], { name: string; tone: BadgeTone }> = {
  PENDING: { name: '승인 대기', tone: 'gold' },
  APPROVED: { name: '승인됨', tone: 'tide' },
  REJECTED: { name: '거절됨', tone: 'plain' },
  EXPIRED: { name: '기간 만료', tone: 'plain' },
};

type Props = { reveal: Reveal; onLook: () => void };

export function RevealCard({ reveal, onLook }: Props) {
  const { targetType, targetId, boardType, title, excerpt, state } = reveal;
  return (
    <article className="grid gap-2.5 px-5 py-4 max-md:px-4">
      <header className="flex flex-wrap items-center gap-x-2.5 gap-y-1 text-ink-3 text-sm">
        <Badge tone={STATES[state].tone}>{STATES[state].name}</Badge>
        <span>
          <bdi className="font-semibold text-ink-2">{reveal.requesterNickname}</bdi> 님이 요청
        </span>
        <TimeText date={reveal.createdAt} kind="list" />
        {state === 'APPROVED' && reveal.openUntil && <TimeLeft until={reveal.openUntil} />}
      </header>
      <p className="[overflow-wrap:anywhere]">
        <span className="mr-2 text-ink-3 text-sm">요청 사유</span>
        <bdi>{reveal.reason}</bdi>
      </p>
      <div className="grid gap-1 rounded-ctl border border-line bg-deck px-4 py-3">
        <p className="flex flex-wrap items-center gap-2 text-ink-2 text-sm">
          <Badge tone="plain">{KIND_NAMES[targetType]}</Badge>
          {boardType && postBoardName(boardType)}
        </p>
        {title || excerpt ? (
          <>
            <p className="font-semibold [overflow-wrap:anywhere]">
              <bdi>{title}</bdi>
            </p>
            <p className="text-ink-2 text-md [overflow-wrap:anywhere]">
              <bdi>{excerpt}</bdi>
            </p>
            <ContentLink {...reveal} commentId={targetType === 'COMMENT' ? targetId : undefined} />
          </>
        ) : (
          <p className="text-ink-2">{CONTENT_GONE}</p>
        )}
      </div>
      <AuthorNotice reveal={reveal} />
      <Outcome reveal={reveal} onLook={onLook} />
    </article>
  );
}

/** Whether and when the author is notified of the disclosure. */
function AuthorNotice({ reveal }: { reveal: Reveal }) {
  const { withheld, authorToldAt, state } = reveal;
  if (state === 'REJECTED') return null;
  if (withheld) {
    return (
      <p>
        <Badge tone="gold">작성자에게 알리지 않음</Badge>
        <span className="ml-2 text-ink-3 text-md">
          법적인 이유로 작성자에게 알리지 않는 요청입니다.
        </span>
      </p>
    );
  }
  return (
    <p className="text-ink-3 text-md">
      {authorToldAt === null ? (
        `승인되면 ${LIMITS.revealNoticeDays}일 뒤에 작성자에게 알립니다.`
      ) : (
        <>
          작성자에게 알림 · <TimeText date={authorToldAt} kind="list" />
        </>
      )}
    </p>
  );
}

function Outcome({ reveal, onLook }: Props) {
  const { state, canDecide, canOpen, approverNickname, decidedAt } = reveal;
  if (state === 'PENDING') {
    if (canDecide) return <Decision reveal={reveal} />;
    if (reveal.obstacle)
      return <p className="text-ink-3 text-md">{obstacleText(reveal.obstacle)}</p>;
    return (
      <p className="text-ink-3 text-md">
        다른 관리자의 결정을 기다리고 있습니다. 스스로 승인할 수 없습니다.
      </p>
    );
  }
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 text-ink-3 text-md">
      {approverNickname !== null && decidedAt !== null && (
        <p>
          <bdi className="font-semibold text-ink-2">{approverNickname}</bdi> 님이{' '}
          {state === 'REJECTED' ? '거절' : '승인'} · <TimeText date={decidedAt} kind="list" />
        </p>
      )}
      {canOpen && (
        <Button size="sm" icon={<Eye size={16} />} onClick={() => look(onLook)}>
          작성자 보기
        </Button>
      )}
      {state === 'APPROVED' && !canOpen && <p>요청한 관리자와 승인한 관리자만 볼 수 있습니다.</p>}
      {state === 'EXPIRED' && <p>{REVEAL_OVER}</p>}
    </div>
  );
}

async function look(onLook: () => void): Promise<void> {
  const title = '작성자를 볼까요?';
  const body = '누가 언제 보았는지 감사 기록에 남습니다.';
  if (await confirmDialog({ title, body, confirmLabel: '보기' })) onLook();
}

const APPROVAL = {
  label: '승인',
  title: '작성자 확인을 승인할까요?',
  body: '승인하면 요청한 관리자와 나, 두 명이 24시간 동안 작성자의 이름과 학번(교번)을 볼 수 있습니다. 되돌릴 수 없습니다.',
  done: '승인했습니다. 24시간 동안 작성자를 볼 수 있습니다.',
};
const REJECTION = {
  label: '거절',
  title: '작성자 확인을 거절할까요?',
  body: '작성자는 공개되지 않고, 거절한 사실이 요청한 관리자에게 알려집니다.',
  done: '거절했습니다. 작성자는 공개되지 않습니다.',
};

/** An ADMIN who may not approve yet may still reject. */
function Decision({ reveal: { id, obstacle } }: { reveal: Reveal }) {
  const decide = useDecideReveal();
  async function choose(isApproval: boolean) {
    const { label, title, body, done } = isApproval ? APPROVAL : REJECTION;
    const question = { title, body, confirmLabel: label, danger: isApproval };
    if (!(await confirmDialog(question))) return;
    try {
      await decide.mutateAsync({ id, isApproval });
      toast.success(done);
    } catch (error) {
      await alertFailure(`${label}하지 못했습니다.`, error);
    }
  }
  return (
    <div className="flex flex-wrap items-center gap-2">
      {obstacle ? (
        <p className="basis-full text-ink-3 text-md">{obstacleText(obstacle)}</p>
      ) : (
        <Button
          size="sm"
          variant="primary"
          disabled={decide.isPending}
          onClick={() => void choose(true)}
        >
          {APPROVAL.label}
        </Button>
      )}
      <Button size="sm" disabled={decide.isPending} onClick={() => void choose(false)}>
        {REJECTION.label}
      </Button>
    </div>
  );
}
