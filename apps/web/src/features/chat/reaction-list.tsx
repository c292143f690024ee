import type { ChatReactions } from '@naru/contract/chat';
import { useQuery } from '@tanstack/react-query';
import { chatKeys } from '../../entities/keys.ts';
import { useMe } from '../../entities/member/me.ts';
import { api } from '../../lib/api/api.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Button, Spinner } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { LoadError } from '../../ui/states.tsx';
import { GLYPH, REACTION_LOOKS } from './reactions.ts';

type ReactionListProps = {
  roomId: number;
  messageId: number;
  /** As the message shows them: the list is read again when they change. */
  reactions: ChatReactions;
  /** Null while nothing can be sent. */
  onRemove: (() => void) | null;
  onClose: () => void;
};

/** Who shows which reaction at a message. */
export function ReactionList(props: ReactionListProps) {
  const { roomId, messageId, reactions, onRemove, onClose } = props;
  const { data: me } = useMe();
  const { data, error, refetch } = useQuery({
    queryKey: chatKeys.reactions(roomId, messageId, reactions),
    queryFn: async ({ signal }) =>
      (
        await api('GET /api/mail/reactions/:roomId/:messageId', {
          params: { roomId, messageId },
          signal,
        })
      ).reactions,
    staleTime: 0,
    gcTime: 0,
  });
  return (
    <Dialog open title="반응" size="sm" onClose={onClose}>
      {!data && error && (
        <LoadError title="반응을 불러오지 못했습니다." error={error} onRetry={refetch} />
      )}
      {!data && !error && (
        <p className="grid place-items-center py-6">
          <Spinner size={20} label="불러오는 중입니다." />
        </p>
      )}
      {data?.length === 0 && <p className="py-2 text-ink-3">반응이 없습니다.</p>}
      <ul>
        {data?.map(({ reaction, member }) => (
          <li key={member.id} className="flex min-h-13 items-center gap-3">
            <Avatar name={member.nickName} src={member.profileThumbnails} size={36} />
            <bdi className="min-w-0 flex-1 truncate font-medium">{member.nickName}</bdi>
            {onRemove && member.id === me?.id && (
              <Button size="sm" variant="ghost" onClick={onRemove}>
                취소
              </Button>
            )}
            <span className="flex shrink-0 items-center gap-1.5 text-ink-2 text-sm">
              <span aria-hidden="true" className={cx('text-xl', GLYPH)}>
                {REACTION_LOOKS[reaction].glyph}
              </span>
              {REACTION_LOOKS[reaction].name}
            </span>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
