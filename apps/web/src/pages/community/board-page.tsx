import { type Board, findBoard } from '@naru/contract/boards';
import { LIMITS } from '@naru/contract/limits';
import type { PostItem } from '@naru/contract/posts';
import { getRouteApi, useRouter } from '@tanstack/react-router';
import { X } from 'lucide-react';
import { useState } from 'react';
import { useBoardHeads } from '../../entities/boards/board-heads.ts';
import { NewDot } from '../../entities/boards/new-marks.tsx';
import { isNewPost, type NewSince } from '../../entities/boards/new-on-boards.ts';
import { useHasRole } from '../../entities/member/me.ts';
import { type PostList as ListOf, listOf } from '../../entities/posts/post-list.ts';
import { PartialNote } from '../../entities/search/partial-note.tsx';
import { filtersOf, NO_FILTERS } from '../../features/boards/board-filters.ts';
import { BoardHeader, NewPostsBar, WriteButton } from '../../features/boards/board-header.tsx';
import { BoardSearch } from '../../features/boards/board-search.tsx';
import { UnknownBoard } from '../../features/boards/unknown-board.tsx';
import { useBoardVisit, useNewPosts } from '../../features/boards/use-board-visit.ts';
import { RegisterButton } from '../../features/posts/item/register-button.tsx';
import { MarketGrid, MarketSkeleton } from '../../features/posts/market-grid.tsx';
import { PostList, PostListSkeleton } from '../../features/posts/post-list.tsx';
import { EmptyList, ListFailed } from '../../features/posts/post-states.tsx';
import { useBoardPosts } from '../../features/posts/use-board-posts.ts';
import { PATHS } from '../../lib/paths.ts';
import type { ListSearch } from '../../lib/search-parameters.ts';
import { Card } from '../../ui/card.tsx';
import { cx } from '../../ui/cx.ts';
import { FilterBar } from '../../ui/filter-bar.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { Page } from '../../ui/page.tsx';
import { Pagination } from '../../ui/pagination.tsx';

const BoardFilterPanel = lazyPart(
  async () => (await import('../../features/boards/board-filter-panel.tsx')).BoardFilterPanel,
);

const LectureFilterDialog = lazyPart(
  async () => (await import('../../features/posts/lecture-filter-dialog.tsx')).LectureFilterDialog,
);

const route = getRouteApi(PATHS.board);

/** Page, filter and query are in the URL. */
export function BoardPage() {
  const { boardType } = route.useParams();
  const board = findBoard(boardType);
  return board ? <KnownBoard key={board.type} board={board} /> : <UnknownBoard />;
}

function KnownBoard({ board }: { board: Board }) {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const onSearch = (next: ListSearch) => void navigate({ search: next });
  return (
    <Page title={board.name}>
      <Card as="section" className="overflow-clip">
        <BoardHeader
          board={board}
          action={board.form === 'item' ? <RegisterButton /> : undefined}
        />
        <BoardPosts board={board} search={search} onSearch={onSearch} />
      </Card>
    </Page>
  );
}

type BoardPostsProps = { board: Board; search: ListSearch; onSearch: (search: ListSearch) => void };

/** URL state of a zero-based page; the first page has no number. */
function atPage(search: ListSearch, page: number): ListSearch {
  return { ...search, page: page > 0 ? page + 1 : undefined };
}

function BoardPosts(props: BoardPostsProps) {
  const { posts } = useBoardPosts(listOf(props.board.type, props.search));
  return (
    <>
      <BoardChoices {...props} posts={posts ?? []} />
      <PostsOfPage {...props} />
    </>
  );
}

function PostsOfPage(props: BoardPostsProps) {
  const { board, search, onSearch } = props;
  const { query } = search;
  const list = listOf(board.type, search);
  const state = useBoardPosts(list);
  const isNewest = isNewestList(list);
  const newPosts = useNewPosts(board.type, state.dataUpdatedAt);
  const newSince = useBoardVisit(board, isNewest && !state.isLoading && newPosts === 0);
  const { posts, totalPages, totalCount, isLoading } = state;
  const router = useRouter();
  const hrefOf = (page: number) =>
    router.buildLocation({
      to: PATHS.board,
      params: { boardType: board.slug },
      search: atPage(search, page),
    }).href;

  if (state.error) return <ListFailed error={state.error} onRetry={state.refetch} />;
  if (!posts) return board.form === 'item' ? <MarketSkeleton /> : <PostListSkeleton />;
  return (
    <>
      <p role="status" className="sr-only">
        {isLoading ? '불러오는 중입니다.' : pageText(list.page, totalPages)}
      </p>
      {query && <SearchSummary query={query} count={totalCount} onClear={() => onSearch({})} />}
      {state.isPartial && posts.length > 0 && <PartialNote />}
      {isNewest && <NewPostsBar count={newPosts} onShow={() => void state.refetch()} />}
      <div
        aria-busy={isLoading}
        className={cx('transition-opacity duration-150', state.isPlaceholderData && 'opacity-50')}
      >
        <Posts
          {...props}
          posts={posts}
          newSince={newSince}
          isPartial={state.isPartial}
          pastEnd={posts.length === 0 && totalCount > 0}
        />
      </div>
      <Pagination
        page={list.page}
        totalPages={totalPages}
        onPage={(page) => onSearch(atPage(search, page))}
        hrefOf={hrefOf}
      />
    </>
  );
}

/** Whether conditions leave posts of the board out. */
function isSelected(list: ListOf): boolean {
  const { unanswered, onSale, recruiting, minPrice, maxPrice, lectureTagId, headId } = list;
  const conditions = [unanswered, onSale, recruiting, minPrice, maxPrice, lectureTagId, headId];
  return conditions.some((condition) => condition !== undefined);
}

/** The list that begins with the newest posts of its board. */
function isNewestList(list: ListOf): boolean {
  return list.page === 0 && !list.query && list.sortBy === undefined && !isSelected(list);
}

function pageText(page: number, totalPages: number): string {
  return totalPages === 0 ? '글이 없습니다.' : `${totalPages}페이지 중 ${page + 1}페이지`;
}

/** The server stops counting after the thousandth hit. */
function hitCount(count: number): string {
  const most = LIMITS.searchHits.toLocaleString('ko-KR');
  return count > LIMITS.searchHits ? `${most}+` : count.toLocaleString('ko-KR');
}

type PostsProps = BoardPostsProps & {
  posts: readonly PostItem[];
  isPartial: boolean | undefined;
  pastEnd: boolean;
  newSince: NewSince | undefined;
};

function Posts({ board, search, onSearch, posts, isPartial, pastEnd, newSince }: PostsProps) {
  const canWrite = useHasRole(board.writeRole ?? 'SYSTEM') && board.writeRole !== null;
  if (posts.length === 0) {
    return (
      <div className="border-line border-t">
        <EmptyList
          board={board}
          query={search.query}
          isSelected={isSelected(listOf(board.type, search))}
          isPartial={isPartial}
          pastEnd={pastEnd}
          onReset={() => onSearch(pastEnd ? atPage(search, 0) : {})}
          write={canWrite && board.form !== 'item' ? <WriteButton board={board} /> : null}
        />
      </div>
    );
  }
  const location = { boardType: board.type, search };
  return board.form === 'item' ? (
    <MarketGrid
      posts={posts}
      location={location}
      markOf={(post) =>
        isNewPost(post, newSince) && <NewDot className="top-2 right-2 size-2.5 ring-2 ring-paper" />
      }
    />
  ) : (
    <PostList posts={posts} location={location} newSince={newSince} />
  );
}

type BoardChoicesProps = BoardPostsProps & { posts: readonly PostItem[] };

function BoardChoices({ board, search, onSearch, posts }: BoardChoicesProps) {
  const [isPicking, setPicking] = useState(false);
  const { heads } = useBoardHeads(board.type);
  const choose = (chosen: ListSearch) => onSearch({ ...search, ...chosen, page: undefined });
  const isChosen = (head: { id: number } | undefined) => head?.id === search.head;
  const names = {
    head: heads.find(isChosen) ?? posts.find(({ head }) => isChosen(head))?.head,
    lecture: posts.find(({ lectureTag }) => lectureTag)?.lectureTag?.title,
  };
  const filters = filtersOf(board, search, names, choose);
  return (
    <>
      <FilterBar
        filters={filters}
        panel={(panel) => (
          <BoardFilterPanel
            {...panel}
            {...{ board, search, names }}
            onChoose={choose}
            onReset={filters.length > 0 ? () => choose(NO_FILTERS) : undefined}
            onPickLecture={() => setPicking(true)}
          />
        )}
      >
        <BoardSearch board={board} query={search.query} onSearch={(query) => choose({ query })} />
      </FilterBar>
      {isPicking && (
        <LectureFilterDialog
          onChoose={(lecture) => choose({ lecture })}
          onClose={() => setPicking(false)}
        />
      )}
    </>
  );
}

function SearchSummary(props: { query: string; count: number; onClear: () => void }) {
  return (
    <div className="flex items-center gap-2 px-5 pb-3 text-md max-md:px-4">
      <p role="status" className="min-w-0 truncate text-ink-2">
        <bdi className="font-bold text-ink">‘{props.query}’</bdi> 검색 결과{' '}
        <span className="font-bold text-sea">{hitCount(props.count)}</span>건
      </p>
      <button
        type="button"
        onClick={props.onClear}
        className="inline-flex shrink-0 items-center gap-1 rounded-md px-2 py-1 font-semibold text-ink-3 text-sm hover:bg-hover hover:text-ink max-md:min-h-11"
      >
        <X size={14} />
        검색 지우기
      </button>
    </div>
  );
}
