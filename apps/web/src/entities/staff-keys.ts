/**
 * The keys of the console, which the first page does not load; `keys.ts` says what a key is and who
 * invalidates it, and has those of the staff that a live event makes stale.
 */
import type { BoardType } from '@naru/contract/boards';
import type { ContentType } from '@naru/contract/moderation';
import type { StatsRange } from '@naru/contract/stats';

export const deskKeys = {
  assignees: ['assignees'],
  /** Every change of a template invalidates it. */
  templates: ['reply-templates'],
} as const;

/** What staff do to content and inquiries invalidates all. */
export const auditKeys = {
  all: ['audit'],
  page: (request: object) => ['audit', request] as const,
} as const;

export const statsKeys = {
  all: ['stats'],
  range: (range: StatsRange) => ['stats', 'range', range] as const,
  todayPosts: (page: number) => ['stats', 'today-posts', page] as const,
  todayComments: (page: number) => ['stats', 'today-comments', page] as const,
} as const;

/** What forms of the console are edited from, apart from what is shown, which may refetch at any time. */
export const editorKeys = {
  settings: ['edited-settings'],
  identity: ['edited-identity'],
  document: (name: string) => ['edited-document', name] as const,
  siteNotice: ['edited-site-notice'],
  readOnly: ['edited-read-only'],
  /** Every change of a date invalidates all years. */
  allDates: ['edited-academic-dates'],
  dates: (year: number) => ['edited-academic-dates', year] as const,
  mealsOfWeek: (monday: string) => ['edited-meals', monday] as const,
} as const;

/** Publishing and withdrawing a notice invalidate the list. */
export const scheduledNoticeKeys = {
  list: ['scheduled-notices', 'list'],
  /** Loaded for editing. */
  detail: (id: number) => ['scheduled-notices', 'editing', id] as const,
  /** How many members a notice would notify. */
  reach: (board: BoardType, years: readonly number[], groups: readonly string[]) =>
    ['scheduled-notices', 'reach', board, years.join(), groups.join()] as const,
  /** Groups beside years. Changes of lists invalidate it. */
  audiences: ['scheduled-notices', 'audiences'],
  listMembers: (id: number) => ['scheduled-notices', 'list-members', id] as const,
} as const;

/** Members in the admin console. Actions on a member patch the pages. */
export const peopleKeys = {
  all: ['people'],
  page: (filter: object | null, page: number) => ['people', filter, page] as const,
  /** Apart from the pages, which the panel shows. */
  named: (asked: object | null) => ['people-named', asked] as const,
} as const;

/** The roster, and sign-ups that differ from it. Imports, changes and decisions invalidate all. */
export const rosterKeys = {
  all: ['roster'],
  page: (filter: object, page: number) => ['roster', 'page', filter, page] as const,
  ends: ['roster', 'ends'],
  signUps: ['sign-ups'],
  /** Shown without a login, by the token of an e-mail. */
  invitation: (token: string) => ['invitation', token] as const,
} as const;

/** The log of e-mails. */
export const emailKeys = {
  page: (filter: object, page: number) => ['email-log', filter, page] as const,
} as const;

/** Every change of a source invalidates all, removing one only the list. */
export const sourceKeys = {
  all: ['sources'],
  list: ['sources', 'list'],
  detail: (id: number) => ['sources', 'detail', id] as const,
  edited: (id: number) => ['sources', 'edited', id] as const,
} as const;

/** Keys with which programs post notices: creating and revoking one invalidate them. */
export const serviceKeyKeys = {
  all: ['service-keys'],
} as const;

/** Reports of the nightly check; starting one invalidates them. */
export const integrityKeys = {
  all: ['integrity'],
} as const;

/** Archives, and what makes and proves them: whatever changes one invalidates them. */
export const backupKeys = {
  all: ['backups'],
} as const;

/** Engines, queues and disk of the server, polled while they are shown. */
export const systemKeys = {
  state: ['system'],
} as const;

/** Each load is recorded in the audit log, so refreshing the lists must not repeat it. */
export const lookKeys = {
  removedLook: (type: ContentType, id: number) => ['moderation-look', 'removed', type, id] as const,
  reportHistory: (id: number) => ['moderation-look', 'history', id] as const,
  reportedMessages: (id: number) => ['moderation-look', 'messages', id] as const,
  revealLook: (id: number) => ['moderation-look', 'reveal', id] as const,
} as const;
