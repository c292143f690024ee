import type { UseQueryResult } from '@tanstack/react-query';
import type { ComponentProps, ReactNode } from 'react';
import { messageOf } from '../lib/api/api-error.ts';
import { cx } from './cx.ts';
import { Pagination } from './pagination.tsx';
import { SkeletonRows } from './skeleton.tsx';
import { EmptyState, ErrorState } from './states.tsx';
import { useExistingPage } from './use-existing-page.ts';

type ListFrameProps = {
  /** Names the pages for screen readers. */
  label: string;
  /** Null while nothing failed. */
  failure: { title: string; text?: string } | null;
  onRetry: () => void;
  /** Undefined while the first page loads. */
  page: { currentPage: number; totalPages: number; totalElements: number } | undefined;
  onPage: (page: number) => void;
  /** Shows rows of the previous page. */
  isStale: boolean;
  empty: { icon: ReactNode; title: string; text?: string; action?: ReactNode };
  /** Rows; rendered only if there are some. */
  children: ReactNode;
};

/** A paged list with its loading, failed, empty and stale states. */
export function ListFrame(props: ListFrameProps) {
  const { label, failure, page, isStale, empty } = props;
  useExistingPage({
    page: page?.currentPage ?? 0,
    totalPages: isStale ? undefined : page?.totalPages,
    onPage: props.onPage,
  });
  if (page === undefined) {
    return failure ? (
      <ErrorState {...failure} onRetry={props.onRetry} />
    ) : (
      <SkeletonRows rows={5} />
    );
  }
  const isEmpty = page.totalElements === 0 || page.currentPage >= page.totalPages;
  return (
    <>
      {failure && (
        <p role="alert" className="border-line border-t bg-buoy-weak px-5 py-2.5 text-buoy text-md">
          {failure.title} {failure.text}
        </p>
      )}
      {isEmpty ? (
        <EmptyState {...empty} />
      ) : (
        <div className={cx(isStale && 'opacity-70')} aria-busy={isStale}>
          {props.children}
        </div>
      )}
      <Pagination
        label={label}
        page={page.currentPage}
        totalPages={page.totalPages}
        onPage={props.onPage}
      />
    </>
  );
}

type FrameProps = ComponentProps<typeof ListFrame>;

type QueryListProps<Data> = Pick<FrameProps, 'label' | 'onPage' | 'empty'> & {
  query: UseQueryResult<Data>;
  texts: { failed: string; tryLater: string };
  children: (data: Data) => ReactNode;
};

/** A `ListFrame` whose states follow a paged query. */
export function QueryList<Data extends { page: NonNullable<FrameProps['page']> }>(
  props: QueryListProps<Data>,
) {
  const { query, texts, children, ...frame } = props;
  const { data, error, isPlaceholderData, refetch } = query;
  return (
    <ListFrame
      {...frame}
      failure={error && { title: texts.failed, text: messageOf(error, texts.tryLater) }}
      onRetry={() => void refetch()}
      page={data?.page}
      isStale={isPlaceholderData}
    >
      {data && children(data)}
    </ListFrame>
  );
}
