import { Link } from '@tanstack/react-router';
import { ArrowUpRight } from 'lucide-react';
import { contentPath } from '../../app/paths.ts';
import { buttonClass } from '../../ui/button-class.ts';
import { TARGET_TEXTS } from './moderation.texts.ts';

type Place = {
  /** Of a comment its own id, to scroll to. */
  commentId?: number;
  boardType: string | null;
  postId: number | null;
  lectureId: number | null;
};

/** Leads to the post, or to the comment below it; nothing when it is gone. */
export function ContentLink({ commentId, boardType, postId, lectureId }: Place) {
  if (boardType === null || postId === null) return null;
  return (
    <Link
      to={contentPath({ boardType, postId, lectureId })}
      hash={commentId === undefined ? undefined : `comment-${commentId}`}
      className={buttonClass({ variant: 'ghost', size: 'sm' }, '-mx-3 justify-self-start text-sea')}
    >
      {TARGET_TEXTS.open}
      <ArrowUpRight size={15} aria-hidden="true" />
    </Link>
  );
}
