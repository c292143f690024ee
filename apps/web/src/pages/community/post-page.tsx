import { BOARDS, type Board, findBoard } from '@naru/contract/boards';
import type { PostDetail, PostItem } from '@naru/contract/posts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Navigate, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { FileList } from '../../entities/attachments/file-list.tsx';
import { BlindNotice } from '../../entities/blinds/blind-notice.tsx';
import { AskSeller, mayAsk } from '../../entities/chat/ask-seller.tsx';
import { boardThreadApi } from '../../entities/comments/thread-api.ts';
import { ThreadView } from '../../entities/comments/thread-view.tsx';
import { MaskedPost } from '../../entities/friends/blocked-authors.tsx';
import { postKeys } from '../../entities/keys.ts';
import { useReadOfPost } from '../../entities/notifications/use-read-of-post.ts';
import { isAnonymousPost } from '../../entities/posts/post-author.tsx';
import { LikeButton, ScrapButton } from '../../entities/reactions/reaction-buttons.tsx';
import { ReportButton } from '../../entities/report/report-button.tsx';
import { TeamFacts } from '../../entities/teams/team-marks.tsx';
import { UnknownBoard } from '../../features/boards/unknown-board.tsx';
import { HomepageLink } from '../../features/posts/homepage-link.tsx';
import { BoardPostMenu } from '../../features/posts/item/board-post-menu.tsx';
import { ItemBar, ItemFacts, ItemImage } from '../../features/posts/market-detail.tsx';
import { PostContent } from '../../features/posts/post-content.tsx';
import { PostHead } from '../../features/posts/post-head.tsx';
import {
  ITEM_GRID,
  PostBodySkeleton,
  PostHeadSkeleton,
} from '../../features/posts/post-skeleton.tsx';
import { isMissing, PostFailed, PostNotFound } from '../../features/posts/post-states.tsx';
import { findListedPost, patchPost, postDetailQuery } from '../../features/posts/posts.queries.ts';
import { PostsAround } from '../../features/posts/posts-around.tsx';
import { useAnswer } from '../../features/posts/use-answer.ts';
import { PATHS } from '../../lib/paths.ts';
import { boardSearch, type ListSearch } from '../../lib/search-parameters.ts';
import { PHONE, useMedia } from '../../lib/use-media.ts';
import { BackLink } from '../../ui/back-link.tsx';
import { Card } from '../../ui/card.tsx';
import { cx } from '../../ui/cx.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { Page } from '../../ui/page.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { MissingPost } from './missing-post.tsx';

const MustReadBox = lazyPart(
  async () => (await import('../../features/must-reads/must-read-box.tsx')).MustReadBox,
);

const PetitionBox = lazyPart(
  async () => (await import('../../features/petitions/petition-box.tsx')).PetitionBox,
);

const PollView = lazyPart(
  async () => (await import('../../features/polls/poll-view.tsx')).PollView,
);

const TeamWay = lazyPart(async () => (await import('./team-way.tsx')).TeamWay);

const TeamBox = lazyPart(async () => (await import('../../features/teams/team-box.tsx')).TeamBox);

const FollowPost = lazyPart(
  async () => (await import('../../entities/follows/follow-post.tsx')).FollowPost,
);

const route = getRouteApi(PATHS.post);
const POST_ID = /^[1-9]\d{0,14}$/;

export function PostPage() {
  const { boardType, postId } = route.useParams();
  // Without the order of the comments, which belongs to the post.
  const search = boardSearch(route.useSearch());
  const board = findBoard(boardType);
  if (!board) return <UnknownBoard />;
  if (!POST_ID.test(postId)) {
    return <PostNotFound back={<BackToList board={board} search={search} button />} />;
  }
  return <KnownPost key={postId} id={Number(postId)} board={board} search={search} />;
}

function KnownPost({ id, board, search }: { id: number; board: Board; search: ListSearch }) {
  const client = useQueryClient();
  // The cached list row already holds the head of the post.
  const [row] = useState(() => findListedPost(client, id));
  const { data: post, error, refetch } = useQuery(postDetailQuery(id));
  useReadOfPost(post?.id);
  if (error && isMissing(error)) {
    const renderBack = (button: boolean) => (
      <>
        <BackToList board={board} search={search} button={button} />
        {button && board.recruits && <TeamWay postId={id} />}
      </>
    );
    return <MissingPost id={id} renderBack={renderBack} />;
  }
  if (post && isElsewhere(post, board)) {
    const params = { boardType: BOARDS[post.boardType].slug, postId: String(id) };
    // The rest of the search is about the list of the other board.
    const keep = ({ comments }: { comments?: string }) => ({ comments });
    return <Navigate to={PATHS.post} params={params} search={keep as never} hash={true} replace />;
  }
  const failure = !post && error && <PostFailed error={error} onRetry={refetch} />;
  return <PostView post={post} row={row} failure={failure} board={board} search={search} />;
}

type PostViewProps = {
  post: PostDetail | undefined;
  row: PostItem | undefined;
  failure: ReactNode;
  board: Board;
  search: ListSearch;
};

function PostView({ post, row, failure, board, search }: PostViewProps) {
  // The same element before and after loading, so that its heading keeps the focus.
  const head = post ?? row;
  const actions = post && <PostActions post={post} board={board} />;
  const Layout = BOARDS[head?.boardType ?? board.type].form === 'item' ? ItemLayout : PostLayout;
  const back = <BackToList board={board} search={search} />;
  return (
    <Page title={head?.title ?? board.name} width="reading">
      <div className="mb-2">{back}</div>
      <Card
        as="article"
        className={cx(
          'overflow-clip px-8 py-7 max-md:px-4 max-md:py-5',
          head?.blocked && '[&_h1]:text-ink-3',
        )}
      >
        <Layout
          head={head && <PostHead post={head} actions={actions} />}
          failure={failure}
          post={post}
        />
        {post && <PostEnd post={post} />}
      </Card>
      {post && <PostsAround post={post} search={search} />}
      {post && <div className="mt-3">{back}</div>}
    </Page>
  );
}

/** Under the address of another board; `popular` lists posts of all boards. */
function isElsewhere(post: PostDetail, board: Board): boolean {
  return board.writeRole !== null && post.boardType !== board.type;
}

type LayoutProps = {
  head: ReactNode | undefined;
  failure: ReactNode;
  post: PostDetail | undefined;
};

function PostLayout({ head, failure, post }: LayoutProps) {
  return (
    <>
      {head ?? (!failure && <PostHeadSkeleton />)}
      {failure}
      {!post && !failure && <PostBodySkeleton />}
      {post && (
        <>
          <BlindNotice post={post} />
          {post.team && <TeamFacts team={post.team} />}
          <div className="py-7 max-md:py-5">
            {post.blocked ? (
              <MaskedPost postId={post.id} isAnonymous={isAnonymousPost(post)} />
            ) : (
              <PostContent html={post.content} />
            )}
            <PostFiles post={post} />
            <HomepageLink boardType={post.boardType} targetUrl={post.targetUrl} />
          </div>
          {post.team && (post.blinded ? <TeamWay postId={post.id} /> : <TeamBox post={post} />)}
        </>
      )}
    </>
  );
}

function PostFiles({ post }: { post: PostDetail }) {
  const client = useQueryClient();
  const reload = async () =>
    (await client.fetchQuery({ ...postDetailQuery(post.id), staleTime: 0 })).attachments;
  return <FileList files={post.attachments} reload={reload} className="mt-7" />;
}

/** The picture beside title, price and description; above them on phones, where the price stays at the lower edge. */
function ItemLayout({ head, failure, post }: LayoutProps) {
  const hasBar = useMedia(PHONE) && post !== undefined && mayAsk(post);
  const facts = (
    <div className={cx(ITEM_GRID, 'pb-7')}>
      {post ? (
        <ItemImage post={post} />
      ) : (
        !failure && <Skeleton className="aspect-square w-full rounded-ctl" />
      )}
      <div className="min-w-0">
        {head ?? (!failure && <PostHeadSkeleton />)}
        {failure}
        {!post && !failure && <PostBodySkeleton />}
        {post && <BlindNotice post={post} />}
        {post && (
          <ItemFacts post={post} hasBar={hasBar} ask={!hasBar && <AskSeller post={post} />} />
        )}
      </div>
    </div>
  );
  if (!hasBar) return facts;
  return (
    <div className="pb-4">
      {facts}
      <ItemBar post={post} ask={<AskSeller post={post} className="h-11" />} />
    </div>
  );
}

type PostActionsProps = {
  post: PostDetail;
  /** The list the reader came from; `popular` lists posts of other boards. */
  board: Board;
};

function PostActions({ post, board }: PostActionsProps) {
  const navigate = useNavigate();
  const client = useQueryClient();
  // Replaces the entry: Back must not lead to the deleted post.
  const onRemoved = () =>
    void navigate({ to: PATHS.board, params: { boardType: board.slug }, replace: true });
  return (
    <>
      <ScrapButton
        postId={post.id}
        isScrapped={post.isScrapped}
        show={(isScrapped) => patchPost(client, post.id, { isScrapped })}
      />
      <BoardPostMenu post={post} onRemoved={onRemoved} />
    </>
  );
}

/** What follows the text of a post of any kind. */
function PostEnd({ post }: { post: PostDetail }) {
  const client = useQueryClient();
  const show = (patch: Partial<PostDetail>) => patchPost(client, post.id, patch);
  const answer = useAnswer(post);
  return (
    <>
      {BOARDS[post.boardType].form === 'petition' && (
        <div className="mb-7" style={{ minHeight: '12.5rem' }}>
          <PetitionBox postId={post.id} />
        </div>
      )}
      {post.poll && (
        // The place of the part that loads.
        <div className="mb-7" style={{ minHeight: `${6.5 + 3.25 * post.poll.options.length}rem` }}>
          <PollView
            postId={post.id}
            poll={post.poll}
            isFrozen={post.blinded === true}
            show={(poll) => show({ poll })}
          />
        </div>
      )}
      {post.mustReadState && (
        <div className="mb-7 min-h-19 max-md:min-h-30">
          <MustReadBox
            post={post}
            show={show}
            reload={() => void client.invalidateQueries({ queryKey: postKeys.detail(post.id) })}
          />
        </div>
      )}
      {!post.blocked && (
        <div className="flex justify-center gap-1 pb-3">
          <LikeButton postId={post.id} state={post} show={show} />
          {!post.isAuthor && <ReportButton post={post} />}
        </div>
      )}
      {!(post.isAuthor || post.blocked) && (
        <div className="min-h-11 pb-8">
          <FollowPost post={post} />
        </div>
      )}
      <ThreadView
        post={{ ...post, anonymous: isAnonymousPost(post) }}
        threadApi={boardThreadApi}
        onCount={(commentCount) => show({ commentCount })}
        answer={answer}
      />
    </>
  );
}

type BackToListProps = { board: Board; search: ListSearch; button?: boolean };

/** Links to the list page that the reader came from. */
function BackToList({ board: { slug }, ...rest }: BackToListProps) {
  return <BackLink to={PATHS.board} params={{ boardType: slug }} {...rest} />;
}
