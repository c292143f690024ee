import type { Head } from '@naru/contract/heads';
import { type SQL, sql } from 'drizzle-orm';
import { boardHeads, posts } from '../../db/schema/index.ts';

/** The head of the row's post; null without one. */
export const headOfPost: SQL<Head | null> = sql<Head | null>`(${sql`case when ${posts.headId} is not null then (
  select json_build_object('id', ${boardHeads.id}, 'name', ${boardHeads.name})
  from ${boardHeads} where ${boardHeads.id} = ${posts.headId}
) end`})`;
