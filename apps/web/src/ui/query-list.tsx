import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { messageOf, TRY_LATER } from '../lib/api/api-error.ts';
import { cx } from './cx.ts';
import { LoadState } from './load-state.tsx';
import { Pagination, useExistingPage } from './pagination.tsx';
import { EmptyState } from './states.tsx';

type Page = { currentPage: number; totalPages: number; totalElements: number };

type QueryListProps<Data> = {
  /** Names the pages for screen readers. */
  label: string;
  query: {
    data: Data | undefined;
    error: unknown;
    /** Shows rows of the previous page. */
    isPlaceholderData: boolean;
    refetch: () => unknown;
  };
  /** Title of the error. */
  failed: string;
  onPage: (page: number) => void;
  empty: { icon: ReactNode; title: string; text?: string; action?: ReactNode };
  /** Renders the rows; called only if there are some. */
  children: (data: Data) => ReactNode;
};

/** A list loaded page by page, with its loading, failed, empty and stale states. */
export function QueryList<Data extends { page: Page }>(props: QueryListProps<Data>) {
  const { label, query, failed, onPage, empty } = props;
  const { data, error, isPlaceholderData: isStale } = query;
  useExistingPage({
    page: data?.page.currentPage ?? 0,
    totalPages: isStale ? undefined : data?.page.totalPages,
    onPage,
  });
  const rows = useRef<HTMLDivElement>(null);
  const turn = useTurn(rows, isStale ? undefined : data, onPage);
  if (!data) return <LoadState query={query} failed={failed} rows={5} />;
  const { currentPage, totalPages, totalElements } = data.page;
  const isEmpty = totalElements === 0 || currentPage >= totalPages;
  return (
    <>
      {error !== null && (
        <p role="alert" className="border-line border-t bg-buoy-weak px-5 py-2.5 text-buoy text-md">
          {failed} {messageOf(error, TRY_LATER)}
        </p>
      )}
      {isEmpty ? (
        <EmptyState {...empty} />
      ) : (
        <div ref={rows} className={cx(isStale && 'opacity-70')} aria-busy={isStale}>
          {props.children(data)}
        </div>
      )}
      <Pagination label={label} page={currentPage} totalPages={totalPages} onPage={turn} />
    </>
  );
}

/** Turns the page; its rows, once they are `shown`, begin at the top of the screen when their beginning is above it. */
function useTurn(
  rows: RefObject<HTMLElement | null>,
  shown: object | undefined,
  onPage: (page: number) => void,
) {
  const isTurning = useRef(false);
  useEffect(() => {
    if (!isTurning.current || shown === undefined) return;
    isTurning.current = false;
    const box = rows.current;
    if (box && box.getBoundingClientRect().top < 0) box.scrollIntoView({ block: 'start' });
  }, [rows, shown]);
  return (page: number) => {
    isTurning.current = true;
    onPage(page);
  };
}
