import { useEffect } from 'react';

type Pages = {
  /** The page that is shown, from 0. */
  page: number;
  /** Undefined while unknown or of another list. */
  totalPages: number | undefined;
  onPage: (page: number) => void;
};

/** Turns to the last page when the shown one is gone, as after its only row was deleted. */
export function useExistingPage({ page, totalPages, onPage }: Pages): void {
  const last = totalPages === undefined ? page : Math.max(0, totalPages - 1);
  useEffect(() => {
    if (page > last) onPage(last);
  });
}
