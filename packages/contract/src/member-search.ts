import * as z from 'zod/mini';
import { searchField } from './fields.ts';
import { ROLES } from './roles.ts';
import { TEXTS } from './texts.ts';

/** Months for which a member has not visited. */
export const UNSEEN_MONTHS = ['3', '6', '12'] as const;
export type UnseenMonths = (typeof UNSEEN_MONTHS)[number];
/** By username; by the last visit, the latest or the earliest first. */
export const MEMBER_ORDERS = ['USERNAME', 'RECENT', 'LONGEST'] as const;
export type MemberOrder = (typeof MEMBER_ORDERS)[number];

/** How ADMIN narrows and orders the members. */
export const memberFilter = {
  username: searchField,
  name: searchField,
  nickname: searchField,
  role: z.optional(z.enum(ROLES, { error: TEXTS.roleInvalid })),
  unseen: z.optional(z.enum(UNSEEN_MONTHS)),
  order: z.prefault(z.enum(MEMBER_ORDERS), 'USERNAME'),
};
