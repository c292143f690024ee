import type { UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';

/**
 * What was loaded for this screen; undefined before, also when an older answer is kept from another
 * screen. For editors, which must not begin with what may have changed since.
 */
export function useFreshData<T>(result: UseQueryResult<T>): T | undefined {
  const { data, error, isFetchedAfterMount } = result;
  const [isFresh, setFresh] = useState(false);
  if (!isFresh && isFetchedAfterMount && error === null) setFresh(true);
  return isFresh ? data : undefined;
}
