import type { ContentType } from '@naru/contract/moderation';

/** Own content that staff removed, moved or hid. */
export const objectionKeys = {
  all: ['handled'],
  list: (page: number) => ['handled', 'list', page] as const,
  /** Shown without a login, by the token of an e-mail. */
  suspension: (token: string) => ['suspension', token] as const,
  detail: (type: ContentType, id: number) => ['handled', 'detail', type, id] as const,
} as const;
