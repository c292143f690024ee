import { type DraftItem, readDraftPlace } from '@naru/contract/drafts';
import { Link } from '@tanstack/react-router';
import { Trash2 } from 'lucide-react';
import { PATHS } from '../../lib/paths.ts';
import { confirmDialog } from '../../ui/ask.ts';
import { Badge } from '../../ui/badge.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import { useRemoveDraft } from './drafts.queries.ts';

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
export function DraftList({ drafts, onOpen }: DraftListProps) {
  const removal = useRemoveDraft();
  const remove = async (draft: DraftItem) => {
    const title = '임시 저장한 글을 지울까요?';
    const body = '모든 기기에서 지워지며 되돌릴 수 없습니다.';
    if (await confirmDialog({ title, body, confirmLabel: '지우기', danger: true })) {
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
              label={`‘${title}’ 지우기`}
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
