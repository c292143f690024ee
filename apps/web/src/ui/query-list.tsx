import type { UseQueryResult } from '@tanstack/react-query';
import type { ComponentProps, ReactNode } from 'react';
import { messageOf } from '../lib/api/api-error.ts';
import { ListFrame } from './list-frame.tsx';

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
