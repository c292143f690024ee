import type { ComponentProps, ReactNode } from 'react';
import { Card } from './card.tsx';
import { LoadState } from './load-state.tsx';
import { EmptyState } from './states.tsx';

type LoadedListProps<Row> = {
  label: string;
  query: { data: readonly Row[] | undefined; error: unknown; refetch: () => unknown };
  /** Title of the error. */
  failed: string;
  empty: ComponentProps<typeof EmptyState>;
  /** Above the list. */
  lead?: ReactNode;
  /** A row with its padding. */
  children: (row: Row) => ReactNode;
};

/** A card with a list that is loaded as a whole, with its loading, failed and empty states. */
export function LoadedList<Row extends { id: number }>(props: LoadedListProps<Row>) {
  const { label, query, failed, empty, lead, children } = props;
  const { data } = query;
  return (
    <Card as="section" aria-label={label} className="overflow-hidden">
      {lead}
      {!data && <LoadState query={query} failed={failed} rows={4} />}
      {data?.length === 0 && <EmptyState {...empty} />}
      <ul>
        {data?.map((row) => (
          <li key={row.id} className="border-line border-t first:border-t-0">
            {children(row)}
          </li>
        ))}
      </ul>
    </Card>
  );
}
