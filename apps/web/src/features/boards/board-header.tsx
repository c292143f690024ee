import { type Board, type BoardType, editorRole, FOLLOWED_BOARDS } from '@naru/contract/boards';
import { hasRole, ROLE_TITLES } from '@naru/contract/roles';
import { useQuery } from '@tanstack/react-query';
import { ArrowUp, Bell, BellRing, ClipboardPaste, Info, Lock, PenLine, Star } from 'lucide-react';
import type { ReactNode } from 'react';
import { followsQuery, useFollowBoard } from '../../entities/follows/follows.queries.ts';
import { useMe } from '../../entities/member/me.ts';
import { useExplainStudentsOnly } from '../../entities/member/way-to-student.ts';
import { PATHS } from '../../lib/paths.ts';
import { alertDialog } from '../../ui/ask.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { Flag } from '../../ui/flag.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { PageHeading } from '../../ui/page.tsx';
import { useFavorite } from './boards.queries.ts';

const NOTES: Partial<Record<BoardType, string>> = {
  SECRET:
    '글과 댓글의 작성자가 보이지 않으며, 관리자 두 명이 함께 승인할 때만 확인할 수 있습니다. 확인하면 30일 뒤 작성자에게 알립니다.',
  PETITION:
    '서명이 목표를 채우면 정해진 날까지 답변을 받습니다. 누가 서명했는지는 운영진을 포함해 아무도 볼 수 없습니다.',
  POPULAR: '최근 14일 동안 반응이 많았던 글입니다.',
};

export function writeDeniedReason(board: Board): string {
  if (board.sourceName) return `${board.sourceName}의 공지를 관리자가 옮겨 싣는 게시판입니다.`;
  const title = board.writeRole ? ROLE_TITLES[board.writeRole] : '';
  return `${title} 이상 회원만 이 게시판에 글을 쓸 수 있습니다.`;
}

/** `action` replaces the write button. */
export function BoardHeader(props: { board: Board; action?: ReactNode }) {
  const { board } = props;
  const note = NOTES[board.type];
  return (
    <div className="flex min-h-11 flex-wrap items-center gap-x-2.5 px-5 pt-5 pb-4 max-md:gap-x-1.5 max-md:px-4 max-md:pt-1 max-md:pb-1.5">
      <Flag name={board.flag} size={28} />
      <PageHeading className="max-md:text-lg">{board.name}</PageHeading>
      {/* Has room for the button before it comes, so that nothing moves then. */}
      <div className="flex min-h-11 grow items-center gap-1 max-md:gap-0">
        {note && (
          <IconButton
            label={`${board.name} 안내`}
            aria-haspopup="dialog"
            onClick={() => void alertDialog({ title: board.name, body: note })}
            className="-ml-1.5 max-md:-ml-2.5"
          >
            <Info size={18} />
          </IconButton>
        )}
        <FavoriteStar board={board} />
        <FollowBoard board={board} />
        <div className="ml-auto">{props.action ?? <WriteButton board={board} />}</div>
      </div>
    </div>
  );
}

function FavoriteStar({ board }: { board: Board }) {
  const { data: me } = useMe();
  const favorite = useFavorite(board);
  const on = me?.favoriteBoards.includes(board.type) ?? false;
  return (
    <IconButton
      label={on ? '즐겨찾기에서 빼기' : '즐겨찾기에 추가'}
      pressed={on}
      disabled={!me}
      onClick={() => favorite.mutate(!on)}
      className="-ml-1.5 max-md:-ml-2.5"
    >
      <Star
        size={20}
        className={cx('transition-colors duration-100', on && 'fill-gold text-gold')}
      />
    </IconButton>
  );
}

const DENIED = '글쓰기 권한이 없습니다.';

/** Renders nothing on computed lists and on item boards, which do not use the post editor. */
export function WriteButton({ board }: { board: Board }) {
  const { data: me } = useMe();
  const explainStudentsOnly = useExplainStudentsOnly();
  const role = editorRole(board);
  if (role === null || !me) return null;
  const isPasting = board.sourceName !== null;
  const WriteIcon = isPasting ? ClipboardPaste : PenLine;
  if (hasRole(me.roles, role)) {
    return (
      <LinkButton
        to={PATHS.write}
        params={{ boardType: board.slug }}
        variant="primary"
        icon={<WriteIcon size={16} className="max-md:hidden" />}
        className="max-md:px-3"
        data-key-write=""
      >
        {isPasting ? '원문 붙여 넣기' : board.form === 'petition' ? '청원하기' : '글쓰기'}
      </LinkButton>
    );
  }
  const explain = () => {
    const reason = writeDeniedReason(board);
    return board.writeRole === 'STUDENT'
      ? explainStudentsOnly(DENIED, reason)
      : alertDialog({ title: DENIED, body: reason });
  };
  return (
    <Button
      onClick={() => void explain()}
      icon={<Lock size={14} />}
      className="text-ink-3 max-md:px-3"
      aria-haspopup="dialog"
      data-key-write=""
    >
      글쓰기
      <span className="sr-only">: {DENIED}</span>
    </Button>
  );
}

/** The switch for new posts of a board; nothing on boards that reach everybody, or are computed. */
function FollowBoard({ board }: { board: Board }) {
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
      className="-ml-1.5 max-md:-ml-2.5"
    >
      <Icon size={20} className={cx('transition-colors duration-100', isOn && 'text-sea')} />
    </IconButton>
  );
}

/** Offers posts that came while a list is open: they never move it by themselves. */
export function NewPostsBar({ count, onShow }: { count: number; onShow: () => void }) {
  return (
    <div role="status">
      {count > 0 && (
        <button
          type="button"
          onClick={onShow}
          className="flex min-h-11 w-full items-center justify-center gap-1.5 border-line border-t bg-sea-weak font-semibold text-md text-sea hover:underline"
        >
          <ArrowUp size={16} />새 글 {count}개 보기
        </button>
      )}
    </div>
  );
}
