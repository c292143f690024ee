import type { Reveal } from '@naru/contract/moderation';
import { useQuery } from '@tanstack/react-query';
import { ScanEye, ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { useLiveEvent, usePollInterval } from '../../lib/live/use-live.ts';
import { Card } from '../../ui/card.tsx';
import { QueryList } from '../../ui/query-list.tsx';
import { revealsQuery } from './moderation.queries.ts';
import { REVEAL_TEXTS } from './moderation.texts.ts';
import { RevealCard } from './reveal-card.tsx';
import { RevealLookDialog } from './reveal-look-dialog.tsx';

/** Console panel 작성자 확인: requests to reveal the author of anonymous content. */
export function RevealView() {
  const [page, setPage] = useState(0);
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
      <Card as="section" aria-label={REVEAL_TEXTS.list} className="overflow-hidden">
        <QueryList
          label="작성자 확인 페이지 이동"
          query={found}
          texts={REVEAL_TEXTS}
          onPage={setPage}
          empty={{
            icon: <ScanEye size={22} />,
            title: '작성자 확인 요청이 없습니다.',
            text: '신고된 익명 글에서 요청할 수 있습니다.',
          }}
        >
          {({ reveals }) => (
            <ul aria-label={REVEAL_TEXTS.list}>
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

function HowItGoes() {
  return (
    <Card as="section" className="px-5 py-4 max-md:px-4">
      <h2 className="flex items-center gap-2 font-bold">
        <ShieldCheck size={18} className="text-tide" />
        작성자 확인은 이렇게 진행됩니다
      </h2>
      <ol className="mt-2 grid list-decimal gap-1 pl-5 text-ink-2 text-md marker:text-ink-3">
        {REVEAL_TEXTS.how.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
    </Card>
  );
}
