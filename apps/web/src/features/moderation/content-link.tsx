import { Link } from '@tanstack/react-router';
import { ArrowUpRight } from 'lucide-react';
import { contentPath } from '../../app/paths.ts';
import { buttonClass } from '../../ui/button-class.ts';

type ContentLocation = {
  /** The page scrolls to this comment. */
  commentId?: number;
  boardType: string | null;
  postId: number | null;
  lectureId: number | null;
};

/** Links to a post or comment; renders nothing when it no longer exists. */
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
