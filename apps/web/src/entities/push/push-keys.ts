export const pushKeys = {
  /** Whether this device gets notifications, and what the viewer chose. */
  state: ['push'],
  /** How often the viewer gets a digest by e-mail. */
  digest: ['digest'],
} as const;
