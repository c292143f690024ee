/**
 * The keys of all queries and mutations, by thing; those of the console are in `staff-keys.ts`. A key
 * names data of the server in the cache: the query that loads it takes the whole key, and whoever
 * changes it invalidates the shortest key that begins all stale ones (`all`, `lists`). The first word
 * of a key belongs to one group only.
 *
 * The comment of a group says who invalidates it. Besides, `app/live-bridge.ts` does for events of
 * the server, and `refreshContent` (`moderation/remove-content.ts`) for what staff do to content. A
 * group without a comment gets stale by time only, or its owner patches it.
 */
import type { BoardType, LectureBoardType } from '@naru/contract/boards';
import type { CommentSort } from '@naru/contract/comments';
import type { ContentType } from '@naru/contract/moderation';
import type { Term } from '@naru/contract/timetable';
import { listRequest, type PostList } from './posts/post-list.ts';

/* The viewer */

/** Changes of the own profile, friends and blocks invalidate them; live events patch counts of `me`. */
export const memberKeys = {
  me: ['me'],
  cards: ['members'],
  card: (memberId: number) => ['members', 'card', memberId] as const,
} as const;

/** Each card of the account settings invalidates its own, moving an item to the top the activity. */
export const accountKeys = {
  sessions: ['account', 'sessions'],
  feeds: ['account', 'feeds'],
  choices: ['account', 'choices'],
  secondFactor: ['account', 'second-factor'],
  passkeys: ['account', 'passkeys'],
  studyYear: ['account', 'study-year'],
  /** Whether the password was confirmed: never loaded, so never stale. */
  gate: ['account', 'gate'],
  allActivity: ['activity'],
  activity: (section: string, page: number) => ['activity', section, page] as const,
} as const;

/** Linking and unlinking leave the site and come back to a new page. */
export const providerKeys = {
  identities: ['identities'],
} as const;

/** Their switches invalidate them, and a device that subscribes again. */
export const pushKeys = {
  /** Whether this device gets notifications, and what the viewer chose. */
  state: ['push'],
  /** How often the viewer gets a digest by e-mail. */
  digest: ['digest'],
} as const;

/** Every new notification invalidates them, and reading one, here or elsewhere. */
export const notificationKeys = {
  all: ['notifications'],
  list: (view: 'unread' | 'all') => ['notifications', view] as const,
  /** Mutation key. */
  mark: ['notifications', 'mark'],
} as const;

/** Own content that staff removed, moved or hid. Its notifications and objections invalidate it. */
export const objectionKeys = {
  all: ['handled'],
  list: (page: number) => ['handled', 'list', page] as const,
  /** Shown without a login, by the token of an e-mail. */
  suspension: (token: string) => ['suspension', token] as const,
  detail: (type: ContentType, id: number) => ['handled', 'detail', type, id] as const,
} as const;

/** Own ones, and all in the console. A report, a reply and an objection invalidate them. */
export const inquiryKeys = {
  all: ['inquiries'],
  mine: (page: number, size: number) => ['inquiries', 'mine', page, size] as const,
  detail: (id: number) => ['inquiries', 'detail', id] as const,
  /** Pages of all members' inquiries. */
  lists: ['inquiries', 'all'],
  list: (request: object) => ['inquiries', 'all', request] as const,
  /** Place and neighbours of one that staff read. */
  desks: ['inquiries', 'desk'],
  desk: (id: number, filter: object) => ['inquiries', 'desk', id, filter] as const,
} as const;

/* Friends and chat */

/** A request, an answer to one and a block invalidate all; sharing a timetable, the timetables. */
export const friendKeys = {
  all: ['friends'],
  list: ['friends', 'list'],
  requests: ['friends', 'requests'],
  blocks: ['friends', 'blocks'],
  /** Blocked authors of anonymous content. */
  aliasBlocks: ['alias-blocks'],
  search: (nickname: string) => ['friends', 'search', nickname] as const,
  timetables: ['friends', 'timetables'],
  /** `term` as `2026-2`, ids joined by commas. */
  common: (term: string, ids: string) => ['friends', 'common', term, ids] as const,
} as const;

/** Opening and leaving a room, reading, recalling and a refusal invalidate the rooms; logs are patched. */
export const chatKeys = {
  rooms: ['chat', 'rooms'],
  log: (roomId: number) => ['chat', 'log', roomId] as const,
  /** Live messages that arrive before the log has loaded. */
  early: (roomId: number) => ['chat', 'early', roomId] as const,
  search: (roomId: number, query: string) => ['chat', 'search', roomId, query] as const,
  members: (roomId: number) => ['chat', 'members', roomId] as const,
  ofLectures: ['chat', 'of-lecture'],
  ofLecture: (id: number, isMarked: boolean) => ['chat', 'of-lecture', id, isMarked] as const,
  reactions: (roomId: number, messageId: number, shown: unknown) =>
    ['chat', 'reactions', roomId, messageId, shown] as const,
} as const;

/* Boards, posts and what is on a post */

export const boardKeys = {
  newPosts: ['boards', 'new-posts'],
  /** Since when posts are new in the visit of a board that goes on in this tab. */
  visit: (type: BoardType) => ['boards', 'visit', type] as const,
  /** Mutation key; the marked boards are part of `me`. */
  favorite: (type: BoardType) => ['boards', 'favorite', type] as const,
} as const;

/** Writing, pinning, removing and bumping invalidate all; likes and views patch lists and detail. */
export const postKeys = {
  all: ['posts'],
  lists: ['posts', 'list'],
  list: (list: PostList) => ['posts', 'list', list.boardType, listRequest(list)] as const,
  detail: (id: number) => ['posts', 'detail', id] as const,
  /** Of a recruiting post, with its applications. */
  team: (id: number) => ['posts', 'team', id] as const,
  around: (boardType: BoardType, id: number) => ['posts', 'around', boardType, id] as const,
  cards: (ids: readonly number[]) => ['posts', 'cards', ...ids] as const,
  summaries: ['posts', 'summary'],
  summary: (types: readonly BoardType[], size: number) =>
    ['posts', 'summary', size, ...types] as const,
} as const;

/** By post, on boards and in lecture rooms. Writing, changing and removing one invalidate its thread. */
export const commentKeys = {
  all: ['comments'],
  thread: (postId: number) => ['comments', postId] as const,
  lists: (postId: number) => ['comments', postId, 'list'] as const,
  list: (postId: number, sort: CommentSort) => ['comments', postId, 'list', sort] as const,
  replies: (postId: number, parentId: number) => ['comments', postId, 'replies', parentId] as const,
  location: (postId: number, id: number) => ['comments', postId, 'location', id] as const,
  /** Found by the beginning of a nickname. */
  people: (query: string) => ['comments', 'people', query] as const,
  /** Mutation key. */
  like: (id: number) => ['comments', 'like', id] as const,
} as const;

/** Mutation keys. */
export const reactionKeys = {
  like: (postId: number) => ['reactions', 'like', postId] as const,
  scrap: (postId: number) => ['reactions', 'scrap', postId] as const,
} as const;

/** Following and unfollowing invalidate `mine`, a word added or removed the words. */
export const followKeys = {
  mine: ['follows'],
  words: ['alert-words'],
  /** Mutation keys. */
  post: (postId: number) => ['follows', 'post', postId] as const,
  board: (type: BoardType) => ['follows', 'board', type] as const,
} as const;

/** A refused vote invalidates its poll. */
export const pollKeys = {
  detail: (postId: number) => ['polls', postId] as const,
  voters: (id: number, option: number, page: number) =>
    ['polls', id, 'voters', option, page] as const,
} as const;

/** A change of one invalidates the lists; its page patches its own. `sign` is of mutations. */
export const petitionKeys = {
  lists: ['petitions', 'list'],
  list: (tab: string, page: number) => ['petitions', 'list', tab, page] as const,
  details: ['petitions', 'detail'],
  detail: (id: number) => ['petitions', 'detail', id] as const,
  rules: ['petitions', 'rules'],
  sign: (id: number) => ['petitions', 'detail', id, 'sign'] as const,
} as const;

/** Confirming a notice invalidates `mine`, a reminder the readers of its post. */
export const mustReadKeys = {
  /** Those that wait for the viewer. */
  mine: ['must-reads', 'mine'],
  /** Who has confirmed a notice. */
  ofPost: (postId: number) => ['must-reads', 'post', postId] as const,
  readers: (postId: number, filter: object) => ['must-reads', 'post', postId, filter] as const,
} as const;

/** Posts loaded for editing, separate from displayed posts, which may refetch at any time. */
export const writingKeys = {
  post: (postId: number) => ['writing', 'post', postId] as const,
  lecturePost: (room: number, id: number) => ['writing', 'lecture-post', room, id] as const,
} as const;

/** Removing a draft invalidates them. */
export const draftKeys = {
  /** Those on the account. */
  all: ['drafts'],
} as const;

export const searchKeys = {
  found: (input: object) => ['search', input] as const,
  similarQuestions: (title: string, board: string) => ['similar-questions', board, title] as const,
} as const;

/* Lectures */

const termOf = ({ year, semester }: Term) => `${year}-${semester}`;

/** Changes of lectures, timetables and plans invalidate all, or less where it is known what is stale. */
export const lectureKeys = {
  all: ['lectures'],
  terms: ['lectures', 'terms'],
  lists: ['lectures', 'list'],
  list: (filter: object) => ['lectures', 'list', filter] as const,
  /** Of all terms. */
  search: (query: string) => ['lectures', 'search', query] as const,
  own: (term: Term) => ['lectures', 'own', termOf(term)] as const,
  detail: (id: number) => ['lectures', 'detail', id] as const,
  weeks: ['lectures', 'week'],
  week: (id: number) => ['lectures', 'week', id] as const,
  allMarks: ['lectures', 'marks'],
  marks: (term: Term) => ['lectures', 'marks', termOf(term)] as const,
  entries: (term: Term) => ['lectures', 'entries', termOf(term)] as const,
  allPlans: ['lectures', 'plans'],
  plans: (term: Term) => ['lectures', 'plans', termOf(term)] as const,
  planChanges: (id: number) => ['lectures', 'plans', 'changes', id] as const,
} as const;

/** Posts of lecture rooms. `refreshRooms` (`lecture-posts/`) invalidates lists and counts. */
export const lecturePostKeys = {
  all: ['lecture-posts'],
  list: (list: { lectureId: number; board: LectureBoardType }) =>
    ['lecture-posts', 'list', list.lectureId, list.board, list] as const,
  /** For live events, which do not name the room. */
  inAnyRoom: (postId: number) => ['lecture-posts', 'detail', postId] as const,
  detail: (lectureId: number, postId: number) =>
    ['lecture-posts', 'detail', postId, lectureId] as const,
  waiting: (page: number) => ['lecture-posts', 'waiting', page] as const,
} as const;

/** Writing and removing a review invalidate all. */
export const courseReviewKeys = {
  all: ['course-reviews'],
  mine: ['course-reviews', 'mine'],
  stars: (term: Term) => ['course-reviews', 'stars', termOf(term)] as const,
  course: (id: number, page: number) => ['course-reviews', 'course', id, page] as const,
} as const;

/* What the site shows to everybody; its editors invalidate it */

export const academicKeys = {
  all: ['academic-dates'],
  range: (from: string, to: string) => ['academic-dates', from, to] as const,
} as const;

/** Whatever changes a booking or a resource invalidates all: the key without a part. */
export const bookingKey = (...part: unknown[]) => ['bookings', ...part] as const;

export const mealKeys = {
  all: ['meals'],
  day: (day: string) => ['meals', day] as const,
} as const;

export const bannerKeys = {
  all: ['banners'],
  shown: ['banners', 'shown'],
  console: ['banners', 'console'],
} as const;

export const settingsKeys = {
  /** Public configuration, also for guests. */
  config: ['config'],
  document: (name: string, version?: string) => ['site-document', name, version ?? 'current'],
  /** Announcing, publishing and withdrawing invalidate all versions. */
  documents: (name: string) => ['site-document', name],
  consents: ['consents'],
  health: ['health'],
} as const;

/** What waits for the viewer. Live events invalidate it, and whoever settles a part of it. */
export const workKeys = {
  waiting: ['work'],
  /** When the viewer gets e-mails about it. */
  emails: ['work-emails'],
} as const;

/** What staff do to content and inquiries invalidates all. */
export const moderationKeys = {
  all: ['moderation'],
  allReports: ['moderation', 'reports'],
  reports: (request: object) => ['moderation', 'reports', request] as const,
  removed: (type: ContentType, page: number) => ['moderation', 'removed', type, page] as const,
  reveals: (page: number) => ['moderation', 'reveals', page] as const,
  revealReadiness: ['moderation', 'reveal-readiness'],
} as const;
