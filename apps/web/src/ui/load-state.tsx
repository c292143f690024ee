import type { ReactNode } from 'react';
import { messageOf, TRY_LATER } from '../lib/api/api-error.ts';
import { SkeletonRows } from './skeleton.tsx';
import { ErrorState } from './states.tsx';

type LoadStateProps = {
  query: { error: unknown; refetch: () => unknown };
  /** Title of the error. */
  failed: string;
  /** Text of the error when the server gives no reason. */
  fallback?: string;
  /** Skeleton rows, with what screen readers announce. */
  rows?: number;
  label?: string;
  /** Shown instead of the skeleton rows. */
  skeleton?: ReactNode;
};

/** What stands in for data until its first load: a skeleton, or the error with a retry. */
export function LoadState(props: LoadStateProps) {
  const { query, failed, fallback = TRY_LATER, rows, label, skeleton } = props;
  if (!query.error) return skeleton ?? <SkeletonRows rows={rows} label={label} />;
  return (
    <ErrorState title={failed} text={messageOf(query.error, fallback)} onRetry={query.refetch} />
  );
}
