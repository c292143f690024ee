import { BOARDS } from '@naru/contract/boards';
import type { PostItem } from '@naru/contract/posts';
import { Link } from '@tanstack/react-router';
import { CircleCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { PATHS } from '../../app/paths.ts';
import { PostAuthor, PostMeta } from '../../entities/posts/post-author.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Flag } from '../../ui/flag.tsx';
import { PageHeading } from '../../ui/page.tsx';
import { POST_TEXTS } from './posts.texts.ts';

/** A list row suffices to show the head; the rest arrives with the detail. */
export type HeadPost = PostItem & {
  writerProfileThumbnails?: string | null;
  writerRoles?: string[];
  updatedDate?: string | null;
  acceptedCommentId?: number | null;
};

export function PostHead({ post, actions }: { post: HeadPost; actions?: ReactNode }) {
  const board = BOARDS[post.boardType];
  return (
    <header className="border-line border-b pb-5">
      <p className="flex flex-wrap items-center gap-2 text-sm">
        <Link
          to={PATHS.board}
          params={{ boardType: board.slug }}
          className="flex items-center gap-2 rounded-sm font-semibold text-ink-2 hover:text-ink max-md:-my-3 max-md:py-3"
        >
          <Flag name={board.flag} size={18} />
          {board.name}
        </Link>
        {post.pinned && <Badge tone="buoy">{POST_TEXTS.pinned}</Badge>}
        {post.answered && <AnsweredMark commentId={post.acceptedCommentId} />}
      </p>
      <PageHeading className="mt-2.5 leading-[1.4] max-md:text-xl">
        <bdi>{post.title}</bdi>
      </PageHeading>
      <div className="mt-4 flex items-center justify-between gap-3">
        <PostAuthor
          post={post}
          image={post.writerProfileThumbnails ?? null}
          roles={post.writerRoles ?? []}
          anonymous={board.anonymous}
          meta={<PostMeta views={post.viewCount} isEdited={Boolean(post.updatedDate)} />}
        />
        <div className="flex shrink-0 items-center gap-1.5 max-md:-mr-2 max-md:gap-0.5">
          {actions}
        </div>
      </div>
    </header>
  );
}

/** Links to the accepted answer. */
function AnsweredMark(props: { commentId?: number | null }) {
  const badge = (
    <Badge tone="tide">
      <CircleCheck size={12} aria-hidden="true" />
      {POST_TEXTS.answered}
    </Badge>
  );
  if (!props.commentId) return badge;
  return (
    <a href={`#comment-${props.commentId}`} title="채택된 답변으로 이동" className="rounded-sm">
      {badge}
    </a>
  );
}
