import { type SQL, sql } from 'drizzle-orm';
import { petitions } from '../../db/schema/index.ts';

/** Petitions that are owed an answer, also those overdue. */
export const isOwed: SQL = sql`(${petitions.reachedAt} is not null and ${petitions.answeredAt} is null and ${petitions.endedAt} is null)`;

/** Petitions that reached their threshold and have no answer, also those that were closed instead. */
export const isUnanswered: SQL = sql`(${petitions.reachedAt} is not null and ${petitions.answeredAt} is null)`;

/** Petitions that have not reached their threshold, also those whose days are over. */
export const isUnreached: SQL = sql`(${petitions.reachedAt} is null and ${petitions.endedAt} is null)`;
