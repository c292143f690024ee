import type { PetitionState } from '@naru/contract/petitions';

interface PetitionDates {
  /** Last Korean day to sign. */
  endsOn: string;
  reachedAt: Date | null;
  owedOn: string | null;
  answeredAt: Date | null;
  endedAs: 'WITHDRAWN' | 'CLOSED' | null;
}

/** The state on a Korean day. */
export function petitionState(
  { endsOn, reachedAt, owedOn, answeredAt, endedAs }: PetitionDates,
  today: string,
): PetitionState {
  if (endedAs !== null) return endedAs;
  if (answeredAt !== null) return 'ANSWERED';
  if (reachedAt !== null) return owedOn !== null && owedOn < today ? 'OVERDUE' : 'WAITING';
  return endsOn < today ? 'FAILED' : 'COLLECTING';
}
