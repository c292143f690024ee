export const settingsKeys = {
  /** Public configuration, also for guests. */
  config: ['config'],
  edited: ['edited-settings'],
  health: ['health'],
} as const;
