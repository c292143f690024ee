export const notificationKeys = {
  all: ['notifications'],
  list: (view: 'unread' | 'all') => ['notifications', view] as const,
  /** The mutation that marks notifications as read. */
  mark: ['notifications', 'mark'],
} as const;
