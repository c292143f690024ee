import { ACADEMIC_KINDS } from '@naru/contract/academic-kinds';
import { ARCHIVE_KINDS, BACKUP_STEPS } from '@naru/contract/backups';
import { BANNER_TYPES } from '@naru/contract/banners';
import { BOARD_TYPES, POST_BOARD_TYPES } from '@naru/contract/boards';
import { BOOKING_SPANS, BOOKING_STATES, BOOKING_WAYS } from '@naru/contract/booking-slots';
import { CAFETERIA_STATES } from '@naru/contract/cafeteria-choices';
import { CHAT_REACTIONS } from '@naru/contract/chat';
import { ACTION_TARGETS, INQUIRY_CATEGORIES, REPORT_TARGETS } from '@naru/contract/choices';
import { EXAMS, GRADINGS, WORKLOADS } from '@naru/contract/course-reviews';
import { DIGESTS } from '@naru/contract/digest';
import { SITE_DOCUMENTS } from '@naru/contract/document-names';
import { EMAIL_KINDS, EMAIL_STATES } from '@naru/contract/emails';
import { FEED_KINDS } from '@naru/contract/feeds';
import { HEAD_BOARDS } from '@naru/contract/heads';
import { INQUIRY_STATES, REQUESTABLE_ROLES, STAFF_ACTIONS } from '@naru/contract/inquiries';
import { CHECK_STATES } from '@naru/contract/integrity-checks';
import { JUDGED_TYPES, STORED_REVEAL_STATES } from '@naru/contract/moderation';
import { NOTIFICATION_TYPES } from '@naru/contract/notifications';
import { HOLD_REASONS } from '@naru/contract/outgoing';
import { PETITION_ADDRESSEES } from '@naru/contract/petition-bodies';
import { TRADE_STATUSES } from '@naru/contract/posts';
import { TEMPLATE_KINDS } from '@naru/contract/reply-templates';
import { ROLES } from '@naru/contract/roles';
import { ROSTER_ROLES } from '@naru/contract/roster';
import { SOURCE_ORIGINS, SOURCE_STATES } from '@naru/contract/sources';
import { BACKUP_FAILURES, PROOF_FAILURES } from '@naru/contract/system';
import { TEAM_KINDS } from '@naru/contract/team-fields';
import { APPLICATION_STATES } from '@naru/contract/teams';
import { WORK_EMAILS } from '@naru/contract/work';
import { is } from 'drizzle-orm';
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import * as schema from './schema/index.ts';

/** Values that each enum column accepts. */
const LISTS: Record<string, readonly string[]> = {
  'academic_dates.kind': ACADEMIC_KINDS,
  'backup_archives.kind': ARCHIVE_KINDS,
  'backup_archives.proof_failure': PROOF_FAILURES,
  'backup_proof.failure': PROOF_FAILURES,
  'backup_state.failure': BACKUP_FAILURES,
  'backup_steps.kind': ['BACKUP', 'PROOF'],
  'backup_steps.step': BACKUP_STEPS,
  'banners.banner_type': BANNER_TYPES,
  'board_counters.board_type': BOARD_TYPES,
  'board_favorites.board_type': BOARD_TYPES,
  'board_follows.board_type': BOARD_TYPES,
  'booking_resources.span': BOOKING_SPANS,
  'booking_resources.way': BOOKING_WAYS,
  'bookings.former_state': BOOKING_STATES,
  'bookings.state': BOOKING_STATES,
  'board_head_rules.board_type': HEAD_BOARDS,
  'board_heads.board_type': HEAD_BOARDS,
  'board_visits.board_type': BOARD_TYPES,
  'cafeteria_days.staff_state': CAFETERIA_STATES,
  'cafeteria_days.student_state': CAFETERIA_STATES,
  'chat_reactions.reaction': CHAT_REACTIONS,
  'course_reviews.exams': EXAMS,
  'course_reviews.grading': GRADINGS,
  'course_reviews.workload': WORKLOADS,
  'digests.digest': DIGESTS,
  'email_log.kind': EMAIL_KINDS,
  'email_log.state': EMAIL_STATES,
  'feeds.kind': FEED_KINDS,
  'friendships.status': schema.FRIENDSHIP_STATUSES,
  'inquiries.category': INQUIRY_CATEGORIES,
  'inquiries.state': INQUIRY_STATES,
  'inquiries.target_role': REQUESTABLE_ROLES,
  'inquiries.target_type': REPORT_TARGETS,
  'integrity_reports.state': CHECK_STATES,
  'member_roles.role': ROLES,
  'notification_mutes.type': NOTIFICATION_TYPES,
  'notifications.type': NOTIFICATION_TYPES,
  'outgoing.reason': HOLD_REASONS,
  'petitions.addressee': PETITION_ADDRESSEES,
  'petitions.ended_as': ['WITHDRAWN', 'CLOSED'],
  'posts.board_type': POST_BOARD_TYPES,
  'posts.trade_status': TRADE_STATUSES,
  'reply_templates.kind': TEMPLATE_KINDS,
  'reveal_requests.state': STORED_REVEAL_STATES,
  'reveal_requests.target_type': JUDGED_TYPES,
  'role_ends.role': ROSTER_ROLES,
  'roster_entries.role': ROSTER_ROLES,
  'scheduled_notices.board_type': BOARD_TYPES,
  'site_documents.document': SITE_DOCUMENTS,
  'sources.origin': SOURCE_ORIGINS,
  'sources.state': SOURCE_STATES,
  'staff_actions.action': STAFF_ACTIONS,
  'staff_actions.office': ROLES,
  'staff_actions.target_type': ACTION_TARGETS,
  'team_applications.state': APPLICATION_STATES,
  'teams.kind': TEAM_KINDS,
  'verifications.purpose': schema.VERIFICATION_PURPOSES,
  'work_emails.choice': WORK_EMAILS,
};
/** Checked by TypeScript only. */
const UNCHECKED = ['notifications.sub_type'];

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase(inject('adminUrl'));
});
afterAll(() => database.drop());

/** Values of every constraint of the form `column in (...)`, by `table.column`. */
async function readConstraints(): Promise<Record<string, string[]>> {
  const { rows } = await database.pool.query<{ column: string; definition: string }>(`
    select conrelid::regclass || '.' || attname as column, pg_get_constraintdef(c.oid) as definition
    from pg_constraint c join pg_attribute on attrelid = conrelid and attnum = any(conkey)
    where contype = 'c' and pg_get_constraintdef(c.oid) like 'CHECK ((% = ANY (ARRAY[''%::text])))'`);
  return Object.fromEntries(
    rows.map(({ column, definition }) => [
      column,
      [...definition.matchAll(/'([^']*)'::text/g)].map(([, value]) => value ?? ''),
    ]),
  );
}

describe('columns with a list of values', () => {
  it('accept what the contract lists and nothing else', async () => {
    expect(await readConstraints()).toEqual(
      Object.fromEntries(Object.entries(LISTS).map(([column, values]) => [column, [...values]])),
    );
  });

  it('have a constraint wherever the schema has a list', () => {
    const columns = Object.values(schema)
      .filter((table) => is(table, PgTable))
      .flatMap((table) => {
        const { name, columns } = getTableConfig(table);
        return columns
          .filter(({ enumValues }) => (enumValues ?? []).length > 0)
          .map((column) => `${name}.${column.name}`);
      });
    expect(columns.sort()).toEqual([...Object.keys(LISTS), ...UNCHECKED].sort());
  });

  it('refuse an unknown board', async () => {
    const insert = `insert into posts (board_type, title, content, content_text)
      values ('LOUNGE', 'a', 'b', 'b')`;
    await expect(database.pool.query(insert)).rejects.toMatchObject({ code: '23514' });
  });
});
