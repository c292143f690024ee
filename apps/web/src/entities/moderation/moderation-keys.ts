import type { InquiryState } from '@naru/contract/inquiries';
import type { ContentType } from '@naru/contract/moderation';

export const moderationKeys = {
  all: ['moderation'],
  reports: (state: InquiryState, page: number) => ['moderation', 'reports', state, page] as const,
  removed: (type: ContentType, page: number) => ['moderation', 'removed', type, page] as const,
  reveals: (page: number) => ['moderation', 'reveals', page] as const,
  revealReadiness: ['moderation', 'reveal-readiness'],
  /** Each load is recorded in the audit log, so refreshing the lists must not repeat it. */
  removedLook: (type: ContentType, id: number) => ['moderation-look', 'removed', type, id] as const,
  reportHistory: (id: number) => ['moderation-look', 'history', id] as const,
  reportedMessages: (id: number) => ['moderation-look', 'messages', id] as const,
  revealLook: (id: number) => ['moderation-look', 'reveal', id] as const,
} as const;
