/** What `serve.ts` prints as one line of JSON when the site is ready. */
export interface HostileSite {
  url: string;
  /** Of the site's clock, in milliseconds. */
  now: number;
  usernames: Record<'student' | 'admin', string>;
  password: string;
  screens: Record<string, string[]>;
  faults: string[];
  /** Text fields that took no hostile text although the contract lets it in. */
  left: string[];
  taken: number;
}
