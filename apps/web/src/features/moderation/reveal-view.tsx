import { LIMITS } from '@naru/contract/limits';
import { obstacleText, type Reveal, type RevealDetail } from '@naru/contract/moderation';
import { useQuery } from '@tanstack/react-query';
import { ScanEye, ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { useLiveEvent, usePollInterval } from '../../lib/live/live.ts';
import { usePageInAddress } from '../../lib/place.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { LoadState } from '../../ui/load-state.tsx';
import { QueryList } from '../../ui/query-list.tsx';
import {
  REVEAL_OVER,
  revealLookQuery,
  revealReadinessQuery,
  revealsQuery,
} from './moderation.queries.ts';
import { RevealCard } from './reveal-card.tsx';
import { TimeLeft } from './time-left.tsx';

/** Console panel 작성자 확인: requests to reveal the author of anonymous content. */
export function RevealView() {
  const [page, setPage] = usePageInAddress();
  const [opened, setOpened] = useState<Reveal | null>(null);
  const refetchInterval = usePollInterval();
  const found = useQuery({ ...revealsQuery(page), refetchInterval });
  // Another ADMIN requested or decided a reveal.
  useLiveEvent('notice', ({ notice }) => {
    if (notice.subType === 'reveal') void found.refetch();
  });
  return (
    <div className="grid gap-4">
      <HowItGoes />
      <Card as="section" aria-label="작성자 확인 요청" className="overflow-hidden">
        <QueryList
          label="작성자 확인 페이지 이동"
          query={found}
          failed={'작성자 확인 요청을 불러오지 못했습니다.'}
          onPage={setPage}
          empty={{
            icon: <ScanEye size={22} />,
            title: '작성자 확인 요청이 없습니다.',
            text: '신고된 익명 글에서 요청할 수 있습니다.',
          }}
        >
          {({ reveals }) => (
            <ul aria-label="작성자 확인 요청">
              {reveals.map((reveal) => (
                <li key={reveal.id} className="border-line border-t first:border-t-0">
                  <RevealCard reveal={reveal} onLook={() => setOpened(reveal)} />
                </li>
              ))}
            </ul>
          )}
        </QueryList>
      </Card>
      {opened && <RevealLookDialog reveal={opened} onClose={() => setOpened(null)} />}
    </div>
  );
}

const STEPS = [
  '관리자 한 명이 사유를 적어 요청합니다. 신고 화면의 익명 글에서 요청할 수 있습니다.',
  '다른 관리자가 사유를 읽고 승인하거나 거절합니다. 요청한 관리자는 스스로 승인할 수 없습니다.',
  '승인되면 요청한 관리자와 승인한 관리자 두 명만 24시간 동안 작성자를 볼 수 있습니다.',
  `두 관리자 모두 관리자가 된 지 ${LIMITS.revealWaitDays}일이 지나야 하고, 서로 권한을 주고받았거나 같은 관리자에게서 받았다면 ${LIMITS.revealLinkDays}일을 기다려야 합니다.`,
  `요청, 결정, 열람은 모두 감사 기록에 남고, 승인 ${LIMITS.revealNoticeDays}일 뒤 작성자에게 알립니다. 법적인 이유로 알리지 않을 때는 요청에 표시됩니다.`,
];

function HowItGoes() {
  return (
    <Card as="section" className="px-5 py-4 max-md:px-4">
      <h2 className="flex items-center gap-2 font-bold">
        <ShieldCheck size={18} className="text-tide" />
        작성자 확인은 이렇게 진행됩니다
      </h2>
      <ol className="mt-2 grid list-decimal gap-1 pl-5 text-ink-2 text-md marker:text-ink-3">
        {STEPS.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      <Readiness />
    </Card>
  );
}

/** What the viewer may do now, or from when on. */
function Readiness() {
  const { data } = useQuery(revealReadinessQuery());
  if (!data) return null;
  return (
    <p
      role="status"
      className="mt-3 rounded-ctl border border-line bg-deck px-4 py-2.5 text-md [overflow-wrap:anywhere]"
    >
      {data.obstacle ? obstacleText(data.obstacle) : '지금 작성자 확인을 요청할 수 있습니다.'}
    </p>
  );
}

/** Shows the author of anonymous content to one of the two ADMINs, which is audited. */
function RevealLookDialog({ reveal, onClose }: { reveal: Reveal; onClose: () => void }) {
  const query = useQuery(revealLookQuery(reveal.id));
  return (
    <Dialog
      open
      size="sm"
      title="익명 글의 작성자"
      onClose={onClose}
      footer={<Button onClick={onClose}>닫기</Button>}
    >
      {query.data ? (
        <Identity detail={query.data} />
      ) : (
        <LoadState query={query} failed="작성자를 불러오지 못했습니다." rows={3} />
      )}
    </Dialog>
  );
}

function Identity({ detail }: { detail: RevealDetail }) {
  const { identity, canOpen, openUntil } = detail;
  if (identity === null) {
    return (
      <p className="text-ink-2">
        {canOpen ? '글이나 계정이 완전히 삭제되어 작성자를 알 수 없습니다.' : REVEAL_OVER}
      </p>
    );
  }
  const facts = [
    ['이름', identity.name],
    ['학번(교번)', identity.username],
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
