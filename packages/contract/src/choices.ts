/**
 * Values that stand in the address of a page as well as in a call. Without schemas, so that the
 * router can check an address before any page is loaded.
 */

/** What a list searches in. On the secret board `writer` finds nothing. */
export const POST_FILTERS = ['title', 'writer', 'content', 'all'] as const;
export type PostFilter = (typeof POST_FILTERS)[number];

/** Questions with or without an answer. */
export const ANSWER_FILTERS = ['all', 'waiting', 'answered'] as const;
export type AnswerFilter = (typeof ANSWER_FILTERS)[number];

export const INQUIRY_CATEGORIES = ['ROLE_REQUEST', 'ACCOUNT_ISSUE', 'GENERAL', 'REPORT'] as const;
export type InquiryCategory = (typeof INQUIRY_CATEGORIES)[number];

/** What a report can be about. */
export const REPORT_TARGETS = ['POST', 'COMMENT', 'MEMBER'] as const;
export type ReportTarget = (typeof REPORT_TARGETS)[number];
