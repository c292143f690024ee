import type { ComponentProps, Key, ReactNode } from 'react';
import { QueryList } from './query-list.tsx';

type ConsoleListProps<Row> = Pick<
  ComponentProps<typeof QueryList>,
  'query' | 'onPage' | 'empty'
> & {
  /** Names the list and its pages. */
  name: string;
  /** Title of the error when loading fails. */
  failed: string;
  /** Rows of the loaded page. */
  rows: readonly Row[] | undefined;
  keyOf: (row: Row) => Key;
  /** The order of the rows has a meaning. */
  ordered?: boolean;
  children: (row: Row) => ReactNode;
};

/** A `QueryList` of separated rows. */
export function ConsoleList<Row>(props: ConsoleListProps<Row>) {
  const { name, failed, rows = [], keyOf, ordered, children, ...list } = props;
  const List = ordered ? 'ol' : 'ul';
  return (
    <QueryList {...list} label={`${name} 페이지 이동`} failed={failed}>
      {() => (
        <List aria-label={name}>
          {rows.map((row) => (
            <li key={keyOf(row)} className="border-line border-t first:border-t-0">
              {children(row)}
            </li>
          ))}
        </List>
      )}
    </QueryList>
  );
}
