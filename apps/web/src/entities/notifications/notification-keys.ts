export const notificationKeys = {
  all: ['notifications'],
  list: (view: 'unread' | 'all') => ['notifications', view] as const,
  /** Mutation key. */
  mark: ['notifications', 'mark'],
} as const;
