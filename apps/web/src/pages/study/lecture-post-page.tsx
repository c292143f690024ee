import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { lecturePostQuery } from '../../features/lecture-posts/lecture-posts.queries.ts';
import { PostBodySkeleton, PostHeadSkeleton } from '../../features/posts/post-skeleton.tsx';
import { isMissing, PostFailed } from '../../features/posts/post-states.tsx';
import { PATHS } from '../../lib/paths.ts';
import { lectureSearch } from '../../lib/search-parameters.ts';
import { BackLink } from '../../ui/back-link.tsx';
import { Card } from '../../ui/card.tsx';
import { Page, PageHeading } from '../../ui/page.tsx';
import { MissingPost } from '../community/missing-post.tsx';
import { LecturePostView } from './lecture-post-view.tsx';

const route = getRouteApi(PATHS.lecturePost);

export function LecturePostPage() {
  const { lectureId = '', postId = '' } = route.useParams();
  const search = lectureSearch(route.useSearch());
  const query = lecturePostQuery(Number(lectureId), Number(postId));
  const { data: post, error, refetch } = useQuery(query);
  const room = { to: PATHS.lecture, params: { lectureId }, search };
  if (error && isMissing(error)) {
    const renderBack = (button: boolean) => <BackLink {...room} button={button} />;
    return <MissingPost id={Number(postId)} renderBack={renderBack} />;
  }
  return (
    <Page title={post?.title ?? '강의실 게시글'} width="reading">
      <div className="mb-2">
        <BackLink {...room} />
      </div>
      <Card as="article" className="overflow-clip px-8 py-7 max-md:px-4 max-md:py-5">
        {post ? (
          <LecturePostView key={post.id} post={post} search={search} />
        ) : (
          <>
            <PageHeading hidden>강의실 게시글</PageHeading>
            {error ? (
              <PostFailed error={error} onRetry={() => void refetch()} />
            ) : (
              <>
                <PostHeadSkeleton />
                <PostBodySkeleton />
              </>
            )}
          </>
        )}
      </Card>
      {post && (
        <div className="mt-3">
          <BackLink {...room} />
        </div>
      )}
    </Page>
  );
}
