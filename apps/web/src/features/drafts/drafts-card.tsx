import { useQuery } from '@tanstack/react-query';
import { FileClock } from 'lucide-react';
import { Card } from '../../ui/card.tsx';
import { LoadState } from '../../ui/load-state.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { DraftList } from './draft-list.tsx';
import { draftsQuery } from './drafts.queries.ts';
import { DRAFTS_HINT } from './drafts-button.tsx';

/** The unfinished posts of the account among what the member did. */
export function DraftsCard() {
  const query = useQuery(draftsQuery);
  const { data: drafts } = query;
  return (
    <Card as="section" aria-labelledby="drafts-title" className="overflow-hidden" id="drafts">
      <div className="flex items-center gap-2 border-line border-b px-5 py-3.5 max-md:px-4">
        <FileClock size={18} className="text-sea" />
        <h2 id="drafts-title" className="font-bold text-lg">
          임시 저장 글
        </h2>
        {drafts && <span className="text-ink-3 text-md">{drafts.length}</span>}
      </div>
      {!drafts && <LoadState query={query} failed="불러오지 못했습니다." rows={2} />}
      {drafts?.length === 0 && <EmptyState title="임시 저장한 글이 없습니다." text={DRAFTS_HINT} />}
      {drafts && drafts.length > 0 && <DraftList drafts={drafts} />}
    </Card>
  );
}
