import type { UseQueryResult } from '@tanstack/react-query';
import { messageOf } from '../lib/api/api-error.ts';
import { SkeletonRows } from './skeleton.tsx';
import { ErrorState } from './states.tsx';

type LoadStateProps = { query: UseQueryResult; failed: string; rows: number };

/** What a list shows until its first data: skeleton rows, or the error with a retry. */
export function LoadState({ query: { error, refetch }, failed, rows }: LoadStateProps) {
  if (!error) return <SkeletonRows rows={rows} />;
  return <ErrorState title={failed} text={messageOf(error)} onRetry={() => void refetch()} />;
}
