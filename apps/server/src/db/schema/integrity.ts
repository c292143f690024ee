import type { CheckResult } from '@naru/contract/integrity';
import { CHECK_STATES } from '@naru/contract/integrity-checks';
import { index, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { checkEnum, id, instant } from './columns.ts';

/** What the nightly checks found; the last ones are retained. */
export const integrityReports = pgTable(
  'integrity_reports',
  {
    id: id(),
    startedAt: instant('started_at').notNull(),
    endedAt: instant('ended_at').notNull(),
    /** The worst of its checks. */
    state: text('state', { enum: CHECK_STATES }).notNull(),
    checks: jsonb('checks').$type<CheckResult[]>().notNull(),
  },
  (t) => [
    index('integrity_reports_started_idx').on(t.startedAt.desc(), t.id.desc()),
    checkEnum('integrity_reports_state_check', t.state, CHECK_STATES),
  ],
);
