/** Where a login comes from. */
export interface Visit {
  /** Value of the device cookie, if there is one. */
  device: string | null;
  /** Client address as keyed by the rate limits. */
  address: string;
  userAgent: string;
  /** The request came from this machine, through no proxy. */
  isLocal: boolean;
}
