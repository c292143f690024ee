export const workKeys = {
  /** What waits for the viewer. */
  waiting: ['work'],
  /** When the viewer gets e-mails about it. */
  emails: ['work-emails'],
} as const;
