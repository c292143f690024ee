import { postBoardName } from '@naru/contract/boards';
import type { Reveal } from '@naru/contract/moderation';
import { Eye } from 'lucide-react';
import { messageOf } from '../../lib/api/api-error.ts';
import { alertDialog, confirmDialog } from '../../ui/ask.ts';
import { Badge, type BadgeTone } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import { toast } from '../../ui/toast.ts';
import { ContentLink } from './content-link.tsx';
import { useDecideReveal } from './moderation.queries.ts';
import { KIND_NAMES, REVEAL_STATE_NAMES, REVEAL_TEXTS, TARGET_TEXTS } from './moderation.texts.ts';
import { TimeLeft } from './time-left.tsx';

const TONES: Record<Reveal['state'], BadgeTone> = {
  PENDING: 'gold',
  APPROVED: 'tide',
  REJECTED: 'plain',
  EXPIRED: 'plain',
};

type Props = { reveal: Reveal; onLook: () => void };

export function RevealCard({ reveal, onLook }: Props) {
  const { targetType, targetId, boardType, title, excerpt, state } = reveal;
  return (
    <article className="grid gap-2.5 px-5 py-4 max-md:px-4">
      <header className="flex flex-wrap items-center gap-x-2.5 gap-y-1 text-ink-3 text-sm">
        <Badge tone={TONES[state]}>{REVEAL_STATE_NAMES[state]}</Badge>
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
          <p className="text-ink-2">{TARGET_TEXTS.gone}</p>
        )}
      </div>
      <Outcome reveal={reveal} onLook={onLook} />
    </article>
  );
}

function Outcome({ reveal, onLook }: Props) {
  const { state, canDecide, canOpen, approverNickname, decidedAt } = reveal;
  if (state === 'PENDING') {
    if (canDecide) return <Decision id={reveal.id} />;
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
      {state === 'EXPIRED' && <p>{REVEAL_TEXTS.over}</p>}
    </div>
  );
}

async function look(onLook: () => void): Promise<void> {
  const { lookAsk: title, lookBody: body } = REVEAL_TEXTS;
  if (await confirmDialog({ title, body, confirmLabel: '보기' })) onLook();
}

const DECISIONS = {
  approve: {
    question: {
      title: '작성자 확인을 승인할까요?',
      body: '승인하면 요청한 관리자와 나, 두 명이 24시간 동안 작성자의 이름과 아이디를 볼 수 있습니다. 되돌릴 수 없습니다.',
      confirmLabel: REVEAL_TEXTS.approve,
      danger: true,
    },
    done: '승인했습니다. 24시간 동안 작성자를 볼 수 있습니다.',
    failed: '승인 실패',
  },
  reject: {
    question: {
      title: '작성자 확인을 거절할까요?',
      body: '작성자는 공개되지 않고, 거절한 사실이 요청한 관리자에게 알려집니다.',
      confirmLabel: REVEAL_TEXTS.reject,
    },
    done: '거절했습니다. 작성자는 공개되지 않습니다.',
    failed: '거절 실패',
  },
};

function Decision({ id }: { id: number }) {
  const decide = useDecideReveal();
  async function choose(isApproval: boolean) {
    const { question, done, failed } = DECISIONS[isApproval ? 'approve' : 'reject'];
    if (!(await confirmDialog(question))) return;
    try {
      await decide.mutateAsync({ id, isApproval });
      toast.success(done);
    } catch (error) {
      await alertDialog({ title: failed, body: messageOf(error, REVEAL_TEXTS.tryLater) });
    }
  }
  return (
    <div className="flex gap-2">
      <Button
        size="sm"
        variant="primary"
        disabled={decide.isPending}
        onClick={() => void choose(true)}
      >
        {REVEAL_TEXTS.approve}
      </Button>
      <Button size="sm" disabled={decide.isPending} onClick={() => void choose(false)}>
        {REVEAL_TEXTS.reject}
      </Button>
    </div>
  );
}
