import type { PetitionAddressee } from '@naru/contract/petition-bodies';
import { inArray, type SQL, sql } from 'drizzle-orm';
import { petitions, posts } from '../../db/schema/index.ts';
import { isListed } from '../posts/post.sql.ts';

/** Petitions that are owed an answer, also those overdue. */
export const isOwed: SQL = sql`(${petitions.reachedAt} is not null and ${petitions.answeredAt} is null and ${petitions.endedAt} is null)`;

/** How many answers the bodies owe, and by which Korean day the first; null without one. */
export function owedBy(bodies: PetitionAddressee[]): SQL<{ count: number; owedOn: string } | null> {
  return sql`(select json_build_object('count', count(*), 'owedOn', min(${petitions.owedOn}))
    from ${petitions} inner join ${posts} on ${posts.id} = ${petitions.postId}
    where ${isListed} and ${isOwed} and ${inArray(petitions.addressee, bodies)} having count(*) > 0)`;
}

/** Petitions that reached their threshold and have no answer, also those that were closed instead. */
export const isUnanswered: SQL = sql`(${petitions.reachedAt} is not null and ${petitions.answeredAt} is null)`;

/** Petitions that have not reached their threshold, also those whose days are over. */
export const isUnreached: SQL = sql`(${petitions.reachedAt} is null and ${petitions.endedAt} is null)`;
