import type { UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from './api-error.ts';

/**
 * Returns data fetched since mount; undefined before that, even if cached. For editors, which must
 * not start from stale data.
 */
export function useFreshData<T>(result: UseQueryResult<T>): T | undefined {
  const { data, error, isFetchedAfterMount } = result;
  const [isFresh, setFresh] = useState(false);
  if (!isFresh && isFetchedAfterMount && error === null) setFresh(true);
  return isFresh ? data : undefined;
}

/** Whether a save was refused because another person saved first. */
export function isEditConflict(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'EDIT_CONFLICT';
}
