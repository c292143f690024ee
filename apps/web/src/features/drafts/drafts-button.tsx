import { LIMITS } from '@naru/contract/limits';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { DraftList } from './draft-list.tsx';
import { draftsQuery } from './drafts.queries.ts';

/** Opens the unfinished posts of the account beside a form; hidden without one. */
export function DraftsButton() {
  const [isOpen, setOpen] = useState(false);
  const { data: drafts = [] } = useQuery(draftsQuery);
  if (drafts.length === 0 && !isOpen) return null;
  const close = () => setOpen(false);
  return (
    <>
      <Button size="sm" className="ml-auto shrink-0" onClick={() => setOpen(true)}>
        임시 저장 글 {drafts.length}
      </Button>
      <Dialog open={isOpen} onClose={close} title="임시 저장 글">
        {drafts.length === 0 ? (
          <EmptyState title="임시 저장한 글이 없습니다." />
        ) : (
          <div className="-mx-5 max-md:-mx-4">
            <DraftList drafts={drafts} onOpen={close} />
          </div>
        )}
        <p className="mt-3 text-ink-3 text-sm">{DRAFTS_HINT}</p>
      </Dialog>
    </>
  );
}

export const DRAFTS_HINT = `계정에 ${LIMITS.draftsMax}개까지, ${LIMITS.draftDays}일 동안 보관합니다. 익명으로 쓸 수 있는 글은 쓴 기기에만 있습니다.`;
