import { type Board, FOLLOWED_BOARDS } from '@naru/contract/boards';
import { useQuery } from '@tanstack/react-query';
import { Bell, BellRing } from 'lucide-react';
import { followsQuery, useFollowBoard } from '../../entities/follows/follows.queries.ts';
import { cx } from '../../ui/cx.ts';
import { IconButton } from '../../ui/icon-button.tsx';

/** The switch for new posts of a board; nothing on boards that reach everybody, or are computed. */
export function FollowBoard({ board }: { board: Board }) {
  const isPossible = FOLLOWED_BOARDS.includes(board.type);
  const { data } = useQuery({ ...followsQuery, enabled: isPossible });
  const follow = useFollowBoard(board.type);
  if (!isPossible) return null;
  const isOn = data?.boards.includes(board.type) ?? false;
  const Icon = isOn ? BellRing : Bell;
  return (
    <IconButton
      label="새 글 알림 받기"
      pressed={isOn}
      disabled={data === undefined}
      onClick={() => follow.mutate(!isOn)}
      className="-ml-1.5"
    >
      <Icon size={20} className={cx('transition-colors duration-100', isOn && 'text-sea')} />
    </IconButton>
  );
}
