/**
 * Values used in page URLs as well as in calls. Without schemas, so that the router can check a URL
 * before it loads any page.
 */

/** Fields that a list searches. On the secret board `writer` finds nothing. */
export const POST_FILTERS = ['title', 'writer', 'content', 'all'] as const;
export type PostFilter = (typeof POST_FILTERS)[number];

/** How a list of posts is sorted; without a choice the newest come first. */
export const POST_SORTS = ['likes', 'comments'] as const;
export type PostSort = (typeof POST_SORTS)[number];

/** How far back the search over everything goes. */
export const SEARCH_PERIODS = ['week', 'month', 'year'] as const;

/** The lecture rooms of the searcher, beside the boards. */
export const SEARCHED_ROOMS = 'ROOMS';

export const ANSWER_FILTERS = ['all', 'waiting', 'answered'] as const;
export type AnswerFilter = (typeof ANSWER_FILTERS)[number];

/** Categories that the form of an inquiry offers. */
export const ASKABLE_CATEGORIES = ['ROLE_REQUEST', 'ACCOUNT_ISSUE', 'GENERAL', 'REPORT'] as const;
export type AskableCategory = (typeof ASKABLE_CATEGORIES)[number];

/** OBJECTION: against an action of staff, written where the action is shown. */
export const INQUIRY_CATEGORIES = [...ASKABLE_CATEGORIES, 'OBJECTION'] as const;
export type InquiryCategory = (typeof INQUIRY_CATEGORIES)[number];

/** What staff act on. */
export const ACTION_TARGETS = ['POST', 'COMMENT', 'COURSE_REVIEW', 'MEMBER'] as const;
export type ActionTarget = (typeof ACTION_TARGETS)[number];

/** MESSAGE: a chat message, of which staff see only what was reported. */
export const REPORT_TARGETS = [...ACTION_TARGETS, 'MESSAGE'] as const;
export type ReportTarget = (typeof REPORT_TARGETS)[number];

/** Of the list of petitions; `waiting`: an answer is owed. */
export const PETITION_TABS = ['collecting', 'waiting', 'answered', 'all'] as const;
export type PetitionTab = (typeof PETITION_TABS)[number];
