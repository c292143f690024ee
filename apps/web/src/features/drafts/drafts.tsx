import { type DraftItem, readDraftPlace } from '@naru/contract/drafts';
import { LIMITS } from '@naru/contract/limits';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { FileClock, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { draftKeys } from '../../entities/keys.ts';
import { useMe } from '../../entities/member/me.ts';
import { api } from '../../lib/api/api.ts';
import { ApiError, messageOf } from '../../lib/api/api-error.ts';
import { removeDraft } from '../../lib/draft.ts';
import { PATHS } from '../../lib/paths.ts';
import { confirmDialog } from '../../ui/ask.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { LoadState } from '../../ui/load-state.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import { toast } from '../../ui/toast.ts';

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

const DRAFTS_HINT = `계정에 ${LIMITS.draftsMax}개까지, ${LIMITS.draftDays}일 동안 보관합니다. 익명으로 쓸 수 있는 글은 쓴 기기에만 있습니다.`;

const draftsQuery = queryOptions({
  queryKey: draftKeys.all,
  queryFn: async ({ signal }) => (await api('GET /api/member/drafts', { signal })).drafts,
  // Other devices and the forms change them.
  staleTime: 0,
});

/** Deletes a draft on the account and on this device, unless another device has changed it. */
function useRemoveDraft() {
  const client = useQueryClient();
  const { data: me } = useMe();
  return useMutation({
    mutationFn: ({ place, version }: DraftItem) =>
      api('DELETE /api/member/drafts/:place', { params: { place }, query: { version } }),
    onSuccess: ({ message }, { place }) => {
      const postId = readDraftPlace(place)?.postId ?? null;
      const [boardType = ''] = place.split('.');
      if (me) removeDraft({ memberId: me.id, boardType, postId });
      toast.success(message);
    },
    onError: (error) => {
      const isChanged = error instanceof ApiError && error.code === 'DRAFT_CHANGED';
      toast.error(
        isChanged ? '다른 기기에서 고친 글입니다. 다시 확인해 주세요.' : messageOf(error),
      );
    },
    onSettled: () => client.invalidateQueries({ queryKey: draftKeys.all }),
  });
}

/** The form of a draft, which offers to go on with it. */
function linkOf(place: string) {
  const target = readDraftPlace(place);
  if (target === null || target.scheduledId !== null) {
    return { to: PATHS.admin, search: { menu: 'SCHEDULED' } } as const;
  }
  const { board, lectureId, postId } = target;
  if (board !== null) {
    const boardType = board.slug;
    if (postId === null) return { to: PATHS.write, params: { boardType } } as const;
    return { to: PATHS.edit, params: { boardType, postId: String(postId) } } as const;
  }
  const room = String(lectureId);
  if (postId === null) return { to: PATHS.lectureWrite, params: { lectureId: room } } as const;
  return { to: PATHS.lectureEdit, params: { lectureId: room, postId: String(postId) } } as const;
}

function nameOf({ place, lectureTitle }: DraftItem): string {
  const target = readDraftPlace(place);
  if (target === null || target.scheduledId !== null) return '예약된 공지';
  const name = target.board?.name ?? lectureTitle ?? '강의실';
  return target.postId === null ? name : `${name} 글 수정`;
}

type DraftListProps = {
  drafts: readonly DraftItem[];
  /** Called when one is opened. */
  onOpen?: () => void;
};

/** Unfinished posts on the account, with where they belong. */
function DraftList({ drafts, onOpen }: DraftListProps) {
  const removal = useRemoveDraft();
  const remove = async (draft: DraftItem) => {
    const title = '임시 저장한 글을 삭제할까요?';
    const body = '모든 기기에서 삭제되며 되돌릴 수 없습니다.';
    if (await confirmDialog({ title, body, confirmLabel: '삭제', danger: true })) {
      removal.mutate(draft);
    }
  };
  return (
    <ul aria-label="임시 저장 글">
      {drafts.map((draft) => {
        const title = draft.title.trim() || '(제목 없음)';
        return (
          <li
            key={draft.place}
            className="flex items-center gap-2 border-line border-t pr-3 first:border-t-0 hover:bg-hover"
          >
            <Link
              {...linkOf(draft.place)}
              onClick={onOpen}
              className="grid min-w-0 flex-1 grid-cols-1 gap-1 px-5 py-3.5 max-md:px-4"
            >
              <span className="flex items-center gap-2">
                <Badge tone="plain">{nameOf(draft)}</Badge>
                <bdi className="min-w-0 truncate font-semibold">{title}</bdi>
              </span>
              {draft.excerpt !== '' && (
                <bdi className="truncate text-ink-2 text-md">{draft.excerpt}</bdi>
              )}
              <span className="text-ink-3 text-sm">
                <TimeText kind="community" date={draft.savedAt} /> 저장
              </span>
            </Link>
            <IconButton
              label={`‘${title}’ 삭제`}
              disabled={removal.isPending}
              onClick={() => void remove(draft)}
            >
              <Trash2 size={18} />
            </IconButton>
          </li>
        );
      })}
    </ul>
  );
}

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
