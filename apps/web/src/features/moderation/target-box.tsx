import { postBoardName } from '@naru/contract/boards';
import type { ReportTargetView } from '@naru/contract/inquiries';
import { Link } from '@tanstack/react-router';
import { ArrowUpRight } from 'lucide-react';
import { CommentPicture } from '../../entities/comments/comment-text.tsx';
import { PersonName } from '../../entities/member/person-name.tsx';
import { contentPath } from '../../lib/paths.ts';
import { Badge } from '../../ui/badge.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { CONTENT_GONE, KIND_NAMES } from './moderation.queries.ts';

/** The target of a report with a link to it; anonymous writers appear as 익명. */
export function TargetBox({ target }: { target: ReportTargetView }) {
  const { type, boardType, deleted, writerId, writerNickname } = target;
  const isMember = type === 'MEMBER';
  return (
    <div className="grid gap-1.5 rounded-ctl border border-line bg-deck px-4 py-3">
      <h3 className="sr-only">신고 대상</h3>
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-ink-2 text-sm">
        <Badge tone="plain">{KIND_NAMES[type]}</Badge>
        {boardType && <span>{postBoardName(boardType)}</span>}
        {!isMember && writerNickname !== '' && (
          <span className="flex items-center gap-1">
            작성자
            <PersonName name={writerNickname} memberId={writerId} className="font-semibold" />
          </span>
        )}
        {target.blinded && <Badge tone="gold">블라인드됨</Badge>}
        {deleted && <Badge tone="buoy">{isMember ? '탈퇴' : '삭제됨'}</Badge>}
      </p>
      {deleted ? (
        <p className="text-ink-2">
          {isMember ? '탈퇴했거나 찾을 수 없는 회원입니다.' : CONTENT_GONE}
        </p>
      ) : (
        type !== 'MESSAGE' && <Excerpt target={target} />
      )}
    </div>
  );
}

function Excerpt({ target }: { target: ReportTargetView }) {
  const { type, id, title, excerpt, writerId, picture } = target;
  const isMember = type === 'MEMBER';
  return (
    <>
      <p className="font-semibold [overflow-wrap:anywhere]">
        {isMember ? <PersonName name={title} memberId={writerId} /> : <bdi>{title}</bdi>}
      </p>
      <p className="text-ink-2 text-md [overflow-wrap:anywhere]">
        <bdi>{excerpt || (isMember ? '소개가 없습니다.' : '')}</bdi>
      </p>
      {picture && (
        <>
          <CommentPicture picture={picture} />
          {picture.alt && (
            <p className="text-ink-3 text-sm [overflow-wrap:anywhere]">
              사진 설명: <bdi>{picture.alt}</bdi>
            </p>
          )}
        </>
      )}
      <ContentLink {...target} commentId={type === 'COMMENT' ? id : undefined} />
    </>
  );
}

type ContentLocation = Pick<ReportTargetView, 'boardType' | 'postId' | 'lectureId'> & {
  commentId?: number;
};

/** Links to a post, or to a comment on it; renders nothing when there is no post to open. */
export function ContentLink({ commentId, boardType, postId, lectureId }: ContentLocation) {
  if (boardType === null || postId === null) return null;
  return (
    <Link
      to={contentPath({ boardType, postId, lectureId })}
      hash={commentId === undefined ? undefined : `comment-${commentId}`}
      className={buttonClass({ variant: 'ghost', size: 'sm' }, '-mx-3 justify-self-start text-sea')}
    >
      원문 보기
      <ArrowUpRight size={15} />
    </Link>
  );
}
