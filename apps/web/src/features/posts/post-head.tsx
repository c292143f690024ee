import { BOARDS } from '@naru/contract/boards';
import type { PostDetail, PostItem } from '@naru/contract/posts';
import { Link } from '@tanstack/react-router';
import { CircleCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import {
  isAnonymousPost,
  PostAuthor,
  PostHeader,
  PostMeta,
} from '../../entities/posts/post-author.tsx';
import { HeadTag } from '../../entities/posts/post-row-parts.tsx';
import { PATHS } from '../../lib/paths.ts';
import { Badge } from '../../ui/badge.tsx';
import { Flag } from '../../ui/flag.tsx';
import { LectureTag } from './lecture-tag.tsx';
import { POST_TEXTS } from './posts.texts.ts';

/** A list row suffices to show the head; the rest arrives with the detail. */
type HeadPost = PostItem & Partial<PostDetail>;

export function PostHead({ post, actions }: { post: HeadPost; actions?: ReactNode }) {
  const board = BOARDS[post.boardType];
  return (
    <PostHeader
      crumbs={
        <p className="flex flex-wrap items-center gap-2 text-sm">
          <Link
            to={PATHS.board}
            params={{ boardType: board.slug }}
            className="flex items-center gap-2 rounded-sm font-semibold text-ink-2 hover:text-ink max-md:-my-3 max-md:py-3"
          >
            <Flag name={board.flag} size={18} />
            {board.name}
          </Link>
          {post.head && (
            <Link
              to={PATHS.board}
              params={{ boardType: board.slug }}
              search={{ head: post.head.id }}
              title={`말머리 ${post.head.name}의 글 보기`}
              className="rounded-sm hover:underline max-md:-my-3 max-md:py-3"
            >
              <HeadTag head={post.head} />
            </Link>
          )}
          {post.pinned && <Badge tone="buoy">{POST_TEXTS.pinned}</Badge>}
          {post.mustRead && <Badge tone="sea">{POST_TEXTS.mustRead}</Badge>}
          {post.expired && <Badge tone="plain">{POST_TEXTS.expired}</Badge>}
          {post.lectureTag && <LectureTag lecture={post.lectureTag} className="max-w-full" />}
          {post.answered && <AnsweredMark commentId={post.acceptedCommentId} />}
        </p>
      }
      title={post.title}
      author={
        <PostAuthor
          post={post}
          image={post.writerProfileThumbnails ?? null}
          roles={post.writerRoles ?? []}
          anonymous={isAnonymousPost(post)}
          meta={<PostMeta views={post.viewCount} isEdited={Boolean(post.updatedDate)} />}
        />
      }
      actions={actions}
    />
  );
}

function AnsweredMark(props: { commentId?: number | null }) {
  const badge = (
    <Badge tone="tide">
      <CircleCheck size={12} />
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
