import { LIMITS } from '@naru/contract/limits';

export interface Limit {
  max: number;
  seconds: number;
  /** Rounds the window's end down to a multiple of this, to hide the exact time. */
  cutSeconds?: number;
}

/** Requests per minute: per member when signed in, otherwise per address. */
export interface RateProfile {
  read: number;
  write: number;
  anonymous: number;
  search: number;
  /** Requests of the global search, which searches while the user types. */
  searchAll: number;
  /** Of questions like the one that is being written. */
  similar: number;
  /** Searches that run at once, in each process. */
  searchesAtOnce: number;
  /** Uses of an address that needs no login: of a link in an e-mail, or of a feed. */
  links: number;
  /** Calls with one service key. */
  serviceKey: number;
  /** Wrong service keys per address. */
  wrongKeys: number;
  /** New event streams per second and address. */
  newStreams: number;
  /** Refusals per member that come before the limits above count, such as for a missing role. */
  refused: number;
  /** The same per address, such as unknown paths and missing tokens. */
  refusedAnonymous: number;
  /** Pages, scripts and pictures per address: a lecture hall that opens the app stays below. */
  files: number;
}

export const DEFAULT_RATES: RateProfile = {
  read: 600,
  write: 60,
  anonymous: 3000,
  search: 30,
  searchAll: 60,
  similar: 40,
  searchesAtOnce: 2,
  links: 20,
  serviceKey: 120,
  wrongKeys: 20,
  newStreams: 50,
  refused: 120,
  refusedAnonymous: 600,
  files: 30_000,
};

/** What a member may do within a time by default; the requests for it count too. */
export const MEMBER_RATES = {
  posts: { max: 10, seconds: 10 * 60 },
  comments: { max: 30, seconds: 60 },
  messages: { max: LIMITS.chatMessageBurst, seconds: 10 },
  /** A search reads thousands of messages. */
  messageSearches: { max: 30, seconds: 60 },
  friendRequests: { max: 20, seconds: 60 * 60 },
  inquiries: { max: 5, seconds: 60 * 60 },
  reports: { max: 20, seconds: 60 * 60 },
  uploads: { max: 60, seconds: 60 * 60 },
  /** Profile cards of different members. */
  cards: { max: 300, seconds: 60 * 60 },
  exports: { max: 5, seconds: 24 * 60 * 60 },
} as const satisfies Record<string, Limit>;

export type MemberRates = Record<keyof typeof MEMBER_RATES, Limit>;

/** Counts by name, of `DEFAULT_RATES` and `MEMBER_RATES`. */
export type RateSettings = Readonly<Record<string, number>>;

export const RATE_NAMES = [...Object.keys(DEFAULT_RATES), ...Object.keys(MEMBER_RATES)];

export function requestRatesOf(settings: RateSettings): RateProfile {
  const entries = Object.entries(DEFAULT_RATES).map(([name, max]) => [name, settings[name] ?? max]);
  return Object.fromEntries(entries);
}

export function memberRatesOf(settings: RateSettings): MemberRates {
  const entries = Object.entries(MEMBER_RATES).map(([name, { max, seconds }]) => [
    name,
    { max: settings[name] ?? max, seconds },
  ]);
  return Object.fromEntries(entries);
}
