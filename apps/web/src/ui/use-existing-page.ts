import { useEffect } from 'react';

type Pages = {
  /** Zero-based. */
  page: number;
  /** Undefined while unknown. */
  totalPages: number | undefined;
  onPage: (page: number) => void;
};

/**
 * Goes to the last page when the current one no longer exists, for example after its only row was
 * deleted.
 */
export function useExistingPage({ page, totalPages, onPage }: Pages): void {
  const last = totalPages === undefined ? page : Math.max(0, totalPages - 1);
  useEffect(() => {
    if (page > last) onPage(last);
  });
}
