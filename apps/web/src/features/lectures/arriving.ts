import type { UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';

type Waiting = Pick<UseQueryResult, 'isLoading' | 'failureCount' | 'errorUpdateCount'>;

/** Whether it loads for the first time; after a failure nothing else waits for it. */
export function isOnItsWay({ isLoading, failureCount, errorUpdateCount }: Waiting): boolean {
  return isLoading && failureCount + errorUpdateCount === 0;
}

/**
 * Whether all queries have arrived once. Panels that arrive one after the other would move each other, and
 * what is being pressed in them. Stays true while they reload.
 */
export function useHasArrived(queries: readonly Waiting[]): boolean {
  const [hasArrived, setArrived] = useState(false);
  const isWaiting = queries.some(isOnItsWay);
  if (!hasArrived && !isWaiting) setArrived(true);
  return hasArrived || !isWaiting;
}
