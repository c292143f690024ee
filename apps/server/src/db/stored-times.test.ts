import { getTableName, is, sql } from 'drizzle-orm';
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { AT_MOST_NOW, bringBackTimes } from '../domain/uptime/uptime.repo.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import * as schema from './schema/index.ts';

/** Those that hold nothing up when they lie ahead, by the reason. */
const LEFT: Record<string, readonly string[]> = {
  'they date what happened, for people and for an order': [
    'academic_dates.created_at',
    'academic_dates.deleted_at',
    'academic_dates.updated_at',
    'alert_words.created_at',
    'alias_blocks.created_at',
    'attachments.attached_at',
    'attachments.ready_at',
    'audit_entries.created_at',
    'backup_archives.made_at',
    'backup_archives.proved_at',
    'banners.created_at',
    'board_favorites.created_at',
    'board_follows.created_at',
    'booking_closures.created_at',
    'booking_resources.closes_at',
    'booking_resources.created_at',
    'booking_resources.drawn_at',
    'booking_resources.quota_since',
    'bookings.checked_in_at',
    'bookings.created_at',
    'bookings.ended_at',
    'bookings.reminded_at',
    'broadcasts.created_at',
    'cafeteria_days.updated_at',
    'chat_messages.created_at',
    'chat_messages.recalled_at',
    'chat_pictures.attached_at',
    'chat_pictures.ready_at',
    'chat_reactions.created_at',
    'chat_rooms.created_at',
    'chat_rooms.last_message_at',
    'comment_likes.created_at',
    'comments.blinded_at',
    'comments.created_at',
    'comments.edited_at',
    'course_reviews.blinded_at',
    'feeds.created_at',
    'feeds.last_used_at',
    'file_texts.read_at',
    'friendships.created_at',
    'imported_articles.created_at',
    'imported_articles.published_at',
    'imported_articles.updated_at',
    'inquiries.completed_at',
    'inquiries.created_at',
    'inquiries.granted_at',
    'inquiry_follow_ups.created_at',
    'lecture_answers.created_at',
    'lecture_answers.updated_at',
    'lectures.created_at',
    'lectures.deleted_at',
    'lectures.updated_at',
    'linked_identities.created_at',
    'linked_identities.last_used_at',
    'member_blocks.created_at',
    'member_consents.agreed_at',
    'members.created_at',
    'members.withdrawn_at',
    'must_read_confirmations.confirmed_at',
    'notifications.gone_at',
    'petition_answers.created_at',
    'petitions.answered_at',
    'petitions.ended_at',
    'petitions.reached_at',
    'notifications.read_at',
    'outgoing.held_since',
    'page_anchors.created_at',
    'page_changes.created_at',
    'passkeys.created_at',
    'passkeys.last_used_at',
    'passkeys.locked_at',
    'plan_entries.created_at',
    'plan_entries.updated_at',
    'plan_lectures.created_at',
    'post_follows.created_at',
    'post_likes.created_at',
    'post_scraps.created_at',
    'post_search.created_at',
    'posts.blinded_at',
    'posts.created_at',
    'posts.registered_at',
    'posts.updated_at',
    'private_entries.created_at',
    'private_entries.updated_at',
    'push_devices.created_at',
    'recovery_codes.used_at',
    'reply_templates.created_at',
    'reported_messages.recalled_at',
    'reported_messages.sent_at',
    'reset_flows.created_at',
    'reveal_requests.author_told_at',
    'reveal_requests.created_at',
    'reveal_requests.decided_at',
    'roster_entries.imported_at',
    'roster_entries.invited_at',
    'roster_entries.queued_at',
    'roster_entries.refused_at',
    'roster_imports.created_at',
    'scheduled_notices.created_at',
    'scheduled_notices.updated_at',
    'second_factors.begun_at',
    'second_factors.enabled_at',
    'service_keys.created_at',
    'service_keys.last_used_at',
    'service_keys.revoked_at',
    'sessions.created_at',
    'sessions.revoked_at',
    'settings.updated_at',
    'site_documents.published_at',
    'sources.created_at',
    'sources.updated_at',
    'staff_actions.created_at',
    'student_claims.claimed_at',
    'team_applications.created_at',
    'timetable_openings.created_at',
    'timetable_plans.created_at',
    'timetable_plans.updated_at',
    'timetable_showings.created_at',
    'uploads.attached_at',
    'uploads.ready_at',
    'verifications.replaced_at',
    'verifications.used_at',
    'verifications.verified_at',
    'videos.attached_at',
    'videos.ready_at',
    'waiting_sign_ups.created_at',
    'wrapped_keys.created_at',
  ],
  'they are deadlines: one that lies further ahead lasts longer': [
    'bookings.check_in_by',
    'bookings.ends_at',
    'bookings.offered_until',
    'bookings.starts_at',
    'email_queue.useful_until',
    'members.suspended_until',
    'polls.ends_at',
    'posts.expires_at',
    'posts.pinned_until',
    'push_messages.expires_at',
    'reset_flows.expires_at',
    'roster_entries.expires_at',
    'scheduled_notices.publish_at',
    'sessions.ends_at',
    'sessions.expires_at',
    'sessions.reauth_until',
    'verifications.expires_at',
  ],
  'they are mended where they are read': [
    'site_runs.seen_at',
    'site_runs.started_at',
    'throttles.blocked_until',
    'throttles.window_ends_at',
  ],
};

let t: TestDatabase;
beforeAll(async () => {
  t = await createTestDatabase(inject('adminUrl'));
});
afterAll(() => t.drop());

const instants = Object.values(schema)
  .filter((value) => is(value, PgTable))
  .flatMap((table) => {
    const { columns } = getTableConfig(table as PgTable);
    return columns
      .filter((column) => column.getSQLType() === 'timestamp with time zone')
      .map((column) => `${getTableName(table as PgTable)}.${column.name}`);
  });

describe('stored times', () => {
  it('are either brought back, or known to hold up nothing [REL-165]', () => {
    const brought = AT_MOST_NOW.map((column) => `${getTableName(column.table)}.${column.name}`);
    const left = Object.values(LEFT).flat();
    expect([...brought, ...left].toSorted()).toEqual(instants.toSorted());
  });

  it('that lie ahead are now, the others stay [REL-165]', async () => {
    const now = new Date('2027-03-02T09:00:00Z');
    const [past, ahead] = [new Date('2027-03-02T08:00:00Z'), new Date('2037-03-02T08:00:00Z')];
    const ids = [past, ahead].map((at, index) => ({ at, name: `source ${index}` }));
    for (const { at, name } of ids) {
      await t.db.execute(sql`insert into sources (name, origin, config, host, next_run_at, last_run_at, updated_at)
        values (${name}, 'FILE', '{}', 'host', ${at.toISOString()}, ${at.toISOString()}, ${at.toISOString()})`);
    }
    expect(await bringBackTimes(t.db, now)).toBe(2);
    const { rows } = await t.db.execute(
      sql`select next_run_at as next, last_run_at as last, updated_at as updated from sources order by name`,
    );
    const at = (date: Date) => expect.toSatisfy((text) => Date.parse(String(text)) === +date);
    expect(rows).toEqual([
      { next: at(past), last: at(past), updated: at(past) },
      { next: at(now), last: at(now), updated: at(ahead) },
    ]);
  });
});
