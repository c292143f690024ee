import type { Reveal, RevealDetail } from '@naru/contract/moderation';
import { useQuery } from '@tanstack/react-query';
import { messageOf } from '../../lib/api/api-error.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { revealLookQuery } from './moderation.queries.ts';
import { REVEAL_TEXTS } from './moderation.texts.ts';
import { TimeLeft } from './time-left.tsx';

/** Shows the author of anonymous content to one of the two ADMINs, which is audited. */
export function RevealLookDialog({ reveal, onClose }: { reveal: Reveal; onClose: () => void }) {
  const { data, error, isFetching, refetch } = useQuery(revealLookQuery(reveal.id));
  return (
    <Dialog
      open
      size="sm"
      title="익명 글의 작성자"
      onClose={onClose}
      footer={<Button onClick={onClose}>닫기</Button>}
    >
      {!data && isFetching && <SkeletonRows rows={3} />}
      {!data && error && !isFetching && (
        <ErrorState
          title="작성자를 불러오지 못했습니다."
          text={messageOf(error, REVEAL_TEXTS.tryLater)}
          onRetry={() => void refetch()}
        />
      )}
      {data && <Identity detail={data} />}
    </Dialog>
  );
}

function Identity({ detail }: { detail: RevealDetail }) {
  const { identity, canOpen, openUntil } = detail;
  if (identity === null) {
    return (
      <p className="text-ink-2">
        {canOpen ? '글이나 계정이 완전히 지워져서 작성자를 알 수 없습니다.' : REVEAL_TEXTS.over}
      </p>
    );
  }
  const facts = [
    ['이름', identity.name],
    ['아이디', identity.username],
    ['닉네임', identity.nickname],
  ] as const;
  return (
    <div className="grid gap-4">
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1.5">
        {facts.map(([label, value]) => (
          <div key={label} className="contents">
            <dt className="text-ink-3">{label}</dt>
            <dd className="font-semibold [overflow-wrap:anywhere]">
              <bdi>{value}</bdi>
            </dd>
          </div>
        ))}
      </dl>
      {openUntil && (
        <p className="text-md">
          볼 수 있는 시간 <TimeLeft until={openUntil} />
        </p>
      )}
      <p className="rounded-ctl bg-gold-weak px-4 py-2.5 text-gold text-md">
        이 열람은 감사 기록에 남았습니다. 이 정보를 다른 곳에 옮기지 마세요.
      </p>
    </div>
  );
}
