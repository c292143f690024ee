export const settingsKeys = {
  /** What every visitor knows of the installation. */
  config: ['config'],
  edited: ['edited-settings'],
  health: ['health'],
} as const;
