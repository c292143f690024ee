import * as z from 'zod/mini';
import { dateSchema, messageSchema } from './fields.ts';
import { CHECK_STATES, COUNTER_CHECKS, INTEGRITY_CHECKS } from './integrity-checks.ts';
import { get, post } from './route.ts';

const checkSchema = z.object({
  check: z.enum(INTEGRITY_CHECKS),
  state: z.enum(CHECK_STATES),
  /** Rows or objects looked at. */
  looked: z.number(),
  faults: z.number(),
  /** Ids, boards, tables or beginnings of file names; never what they contain or whose they are. */
  examples: z.array(z.string()),
});
export type CheckResult = z.output<typeof checkSchema>;

const summarySchema = z.object({
  id: z.number(),
  state: z.enum(CHECK_STATES),
  startedAt: dateSchema,
  seconds: z.number(),
  faults: z.number(),
});
export type IntegritySummary = z.output<typeof summarySchema>;

const integritySchema = z.object({
  /** A check was asked for or runs. */
  isPending: z.boolean(),
  /** The newest report; null before the first one. */
  latest: z.nullable(z.object({ ...summarySchema.shape, checks: z.array(checkSchema) })),
  /** Those before it, newest first. */
  earlier: z.array(summarySchema),
});
export type Integrity = z.output<typeof integritySchema>;

export const integrityRoutes = {
  state: get('/api/admin/integrity', 'ADMIN', {
    summary:
      'The last reports of the nightly check of counters, references, files, audit log and keys',
    response: integritySchema,
  }),
  run: post('/api/admin/integrity/run', 'ADMIN', {
    summary: 'Ask for a check now; while one waits nothing changes',
    response: messageSchema,
  }),
  recount: post('/api/admin/integrity/recount', 'ADMIN', {
    summary: 'Count the counters of one check again, then check everything',
    body: z.object({ check: z.enum(COUNTER_CHECKS) }),
    response: messageSchema,
  }),
};
