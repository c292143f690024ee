import type { UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';

type Waiting = Pick<UseQueryResult, 'isLoading' | 'failureCount' | 'errorUpdateCount'>;

/** Loading for the first time; after a failure nothing else waits for it. */
export function isOnItsWay({ isLoading, failureCount, errorUpdateCount }: Waiting): boolean {
  return isLoading && failureCount + errorUpdateCount === 0;
}

/**
 * Whether all of them have arrived once, for panels that would move each other, and what is being
 * pressed in them, by arriving one after the other. Stays true when they load something else.
 */
export function useHasArrived(queries: readonly Waiting[]): boolean {
  const [hasArrived, setArrived] = useState(false);
  const isWaiting = queries.some(isOnItsWay);
  if (!hasArrived && !isWaiting) setArrived(true);
  return hasArrived || !isWaiting;
}
