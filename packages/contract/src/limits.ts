import { DEPARTMENT_LIMITS } from './department-limits.ts';
import { PAGE_LIMITS } from './page-limits.ts';

/** Limits that the server enforces and the forms show. */
export const LIMITS = {
  ...PAGE_LIMITS,
  ...DEPARTMENT_LIMITS,
  usernameMin: 4,
  usernameMax: 20,
  /** Longest id accepted by the reset form. */
  resetIdMax: 255,
  passwordMin: 8,
  passwordMax: 128,
  emailMax: 254,
  nameMax: 30,
  nicknameMax: 10,
  introMax: 200,
  codeLength: 6,
  /** Lifetime of a verification code in seconds. */
  codeSeconds: 300,
  /** Seconds between two codes to one address. */
  codeResendSeconds: 60,
  titleMax: 100,
  /** Bytes of a post's HTML. */
  contentMaxBytes: 65_536,
  /** Deepest nesting of tags accepted before sanitising. */
  contentMaxDepth: 100,
  /** Cells of all tables of a post, with the area that merged cells and uneven rows fill. */
  tableCellsMax: 5000,
  /** Columns or rows of a merged cell. */
  cellSpanMax: 100,
  commentMax: 1000,
  /** Members whom one comment can mention. */
  mentionsMax: 5,
  /** Graphemes that say what a picture of a comment shows. */
  pictureAltMax: 100,
  /** Milliseconds between two comments of one member. */
  commentThrottleMs: 1000,
  /** Top-level comments, or replies of one, in one response; more follow by page. */
  commentPageSize: 100,
  /** Bytes of the comments or chat messages in one response of at most 256 KB; a longer page ends earlier. */
  pageBytes: 261_000,
  /** Bytes of a response that is no file: longer lists of very long texts have them cut. */
  responseBytes: 262_144,
  /** Code points of the texts of an inquiry in lists; the inquiry itself has them whole. */
  inquiryListedMax: 1000,
  postPageSizeMax: 50,
  /** Pages beyond this are empty. */
  pageMax: 100_000,
  queryMax: 100,
  /** Pinned posts of a board, and the longest time of a pin in days. */
  pinsPerBoard: 5,
  pinDays: 365,
  summarySizeMax: 20,
  /** Posts in one request for link cards. */
  linkCardsMax: 20,
  summaryTypesMax: 10,
  mineSize: 5,
  priceMax: 100_000_000,
  imagesPerPost: 20,
  /** Bytes of a picture in a post. */
  imageMaxBytes: 10_485_760,
  /** Bytes of an uploaded profile picture, and the side of the stored square. */
  profileImageMaxBytes: 4_194_304,
  profileImagePixels: 512,
  imageMaxPixels: 40_000_000,
  /** Pixels of the longer side. */
  imageMaxSide: 30_000,
  /** Pixels of the shorter side of a still picture that browsers send. */
  imageSentShortSide: 1920,
  /** Frames of an animation. */
  imageMaxFrames: 100,
  fontSizeMin: 1,
  fontSizeMax: 100,
  /** Graphemes of a chat message. */
  chatMessageMax: 2000,
  mailPageSize: 20,
  mailPageSizeMax: 200,
  /** Chat messages of one member in 10 seconds. */
  chatMessageBurst: 20,
  /** Rooms about items that a member can open in a day. */
  itemRoomsPerDay: 10,
  /** Days without a message or change after which a room about a sold item closes. */
  itemRoomQuietDays: 7,
  itemPictures: 8,
  /** A sender can take a message back for so long. */
  recallMinutes: 5,
  chatSearchHits: 30,
  rejoinMinutes: 10,
  lectureChatMembers: 300,
  /** Messages that one search in a room reads. */
  chatSearchMessages: 5000,
  /** Messages before and after a reported one that the reporter may add. */
  reportContext: 5,
  /** Days until a refused friend request may be repeated. */
  friendRetryDays: 7,
  /** Open event streams of one member. */
  streamsPerMember: 10,
  /** Notifications in the bell's list. */
  notificationPageSize: 50,
  readAllMax: 500,
  /** Names of anonymous threads that a member may block. */
  aliasBlocks: 100,
  /** Posts that a member may follow. */
  followedPosts: 500,
  /** Words for which a member waits, and their graphemes. */
  alertWords: 20,
  alertWordMin: 2,
  alertWordMax: 20,
  /** Days in one save of the editor. */
  cafeteriaSaveDays: 31,
  menuDishes: 20,
  dishMax: 40,
  /** Lines of an uploaded meal file without its heading. */
  mealFileLines: 1000,
  /** Code units of an uploaded meal file. */
  mealFileMax: 150_000,
  /** Graphemes of the title and the note of an academic date. */
  academicTitleMax: 100,
  academicNoteMax: 300,
  /** Days from the first to the last one of an academic date, and of the range in one request for them. */
  academicDays: 400,
  /** Academic dates in one response, and next ones on the dashboard. */
  academicDatesShown: 1000,
  academicDatesNext: 4,
  /** Academic dates of one file or one reading of a source, and the changes that a preview shows. */
  academicFileDates: 2000,
  academicChangesShown: 200,
  /** Code units of an uploaded file of academic dates. */
  academicFileMax: 500_000,
  bannersNormal: 6,
  bannersMedia: 3,
  bannerTitleMax: 40,
  bannerContentMax: 100,
  /** Bytes and seconds of an uploaded video, and code units of its captions. */
  videoMaxBytes: 52_428_800,
  videoMaxSeconds: 180,
  captionsMax: 20_000,
  /** Code units of an external link. */
  linkMax: 500,
  quickLinks: 4,
  footerLinks: 6,
  linkLabelMax: 20,
  /** Heads of a board that can be chosen, those with the retired ones, and graphemes of one. */
  heads: 10,
  headsKept: 50,
  headMax: 10,
  footerAboutMax: 200,
  footerContactMax: 100,
  todayPageSize: 20,
  reasonMax: 200,
  /** Graphemes of an inquiry, its answer and its follow-ups. */
  inquiryMax: 2000,
  /** Unanswered inquiries of one member. */
  inquiriesOpen: 5,
  inquiryPageSize: 10,
  /** Graphemes of the place of content that somebody without an account reports. */
  outsidePlaceMax: 500,
  /** Reports with one e-mail address a day; more wait behind the others, as anybody may type it. */
  outsideReportsPerEmail: 10,
  /** How long a report of somebody without an account is retained after its response. */
  outsideReportDays: 365,
  userPageSize: 50,
  auditPageSize: 20,
  /** How many members must report a post or comment before it is hidden: default and range. */
  blindAfter: 5,
  blindAfterMin: 2,
  blindAfterMax: 50,
  suspensionDays: 3650,
  /** Days that staff can restore removed content. */
  removedDays: 30,
  /** Days for which the link of a suspension e-mail works. */
  objectionLinkDays: 30,
  /** Hours that an approved reveal stays open. */
  revealHours: 24,
  /** Days for which a new ADMIN takes part in no reveal, and an address set by others resets no password. */
  revealWaitDays: 7,
  /** Days for which ADMINs whose roles come from one another do not count as two persons. */
  revealLinkDays: 30,
  /** Days after an approval until the author is notified. */
  revealNoticeDays: 30,
  popularDays: 14,
  popularSize: 100,
  /** Years of study of the department. */
  studyYears: 4,
  /** Scheduled notices of one board, and days ahead for them. */
  scheduledPerBoard: 50,
  scheduleDays: 365,
  pollOptionsMin: 2,
  pollOptionsMax: 10,
  pollOptionMax: 60,
  /** Days until a poll ends at the latest. */
  pollDays: 365,
  pollVotersPageSize: 50,
  /** Days until a notice is out of date at the latest. */
  noticeDays: 730,
  /** Days for which a must-read notice asks its readers, and how many the dashboard shows. */
  mustReadDays: 180,
  mustReadsShown: 3,
  mustReadPageSize: 50,
  /** A search that finds more says 1,000+. */
  searchHits: 1000,
  /** Posts that the search over everything finds at most, and those, lectures or people in one response. */
  searchFound: 200,
  searchPageSize: 10,
  searchNames: 5,
  /** Questions like the one that is being written, and words of its title that are looked up. */
  similarQuestions: 5,
  similarWords: 4,
  /** Searches that a device remembers. */
  recentSearches: 8,
  /** New posts are counted up to this number. */
  newPostsMax: 99,
  /** Days for which the posts of a board count as new to a member who has not visited it. */
  newPostDays: 7,
  /** Posts before and after one that the list below it shows, each. */
  postsAround: 4,
  /** How long the author of a deleted comment can take the deletion back. */
  commentUndoMinutes: 10,
  /** Lines of an uploaded file of members without its heading, and its code units. */
  rosterFileLines: 5000,
  rosterFileMax: 500_000,
  rosterPageSize: 50,
  /** Changes of each kind that one response about a file of people shows, and the errors of any file. */
  rosterChangesShown: 200,
  fileErrorsShown: 500,
  /** Days for which the link of an invitation works. */
  invitationDays: 14,
  /** Days after which what the roster says of people who never joined is erased. */
  rosterDays: 365,
  /** Days after which a sign-up that nobody decided is erased. */
  waitingDays: 60,
  /** Days after which a line of the log of e-mails is erased. */
  emailLogDays: 30,
  /** Days ahead for the last day of a role. */
  roleEndDays: 1095,
  /** Unfinished posts on one account, and the days after which they are deleted. */
  draftsMax: 20,
  draftDays: 30,
  /** Code units of a draft's further fields, and of its beginning in lists. */
  draftChoicesMax: 2000,
  draftExcerptMax: 120,
  /** Sources added in the console, and how many left-out ones of its last run it stores. */
  sources: 100,
  sourceFaults: 50,
  /** Seconds for a dry run, dry runs of one member in 10 minutes, and what one shows. */
  dryRunSeconds: 10,
  dryRuns: 20,
  previewSize: 20,
  /** Failures in a row after which staff are notified. */
  sourceFailures: 3,
  /** Files of one post or inquiry. */
  attachmentsMax: 5,
  /** Service keys that work at a time. */
  serviceKeys: 20,
} as const;
