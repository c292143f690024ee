export const settingsKeys = {
  /** Public configuration, also for guests. */
  config: ['config'],
  edited: ['edited-settings'],
  identity: ['edited-identity'],
  heads: ['edited-heads'],
  document: (name: string, version?: string) => ['site-document', name, version ?? 'current'],
  newestDocument: (name: string) => ['site-document', name, 'current', 'newest'],
  consents: ['consents'],
  health: ['health'],
} as const;
