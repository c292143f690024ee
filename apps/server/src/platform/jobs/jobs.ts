import type { Db } from '../../db/client.ts';
import { addSeconds, type Clock, kstDay } from '../clock.ts';
import {
  blankComments,
  deleteDeadSessions,
  deleteOldEvents,
  deleteOldNotices,
  deleteOldResetFlows,
  deleteOldThrottles,
  deleteOldVerifications,
  deleteOldViews,
  deleteOldVisits,
  purgeComments,
  purgePosts,
  purgeRooms,
} from './jobs.repo.ts';

const DAY = 24 * 60 * 60;
/** How long deleted posts and comments can still be looked into, left rooms too (109). */
const DELETED_DAYS = 30;
/** How far back a tab that comes back can resume its stream. */
const EVENT_DAYS = 2;
const NOTICE_DAYS = 180;
/** The statistics look back six months; a year on, nobody has to know who was here. */
const VISIT_DAYS = 400;
const DEAD_SESSION_DAYS = 30;
/** Longer than any limit that counts codes or guesses. */
const SPENT_DAYS = 2;

export interface Job {
  name: string;
  /** Cron pattern in UTC, nine hours behind Korea. */
  schedule: string;
  /** Answers how many rows or files it did away with, by kind. Safe to break off and repeat. */
  run(): Promise<Record<string, number>>;
}

interface Deps {
  db: Db;
  clock: Clock;
  /** Removes unused pictures; answers how many. */
  sweepFiles: () => Promise<number>;
  /** The same for files of lecture rooms. */
  sweepAttachments: () => Promise<number>;
  /** Number of the first line of the audit log that was changed, or null. */
  findBrokenAudit: () => Promise<number | null>;
  /** Writes notifications that a server stored and did not finish; returns how many. */
  sendNotifications: () => Promise<number>;
}

/** What is done without anybody asking. Each job looks at the given clock, not at its schedule. */
export function createJobs(deps: Deps) {
  const { db, clock, sweepFiles, sweepAttachments, findBrokenAudit, sendNotifications } = deps;
  const daysAgo = (days: number) => addSeconds(clock.now(), -days * DAY);

  return {
    files: {
      name: 'files',
      schedule: '17 * * * *',
      run: async () => ({
        pictures: await sweepFiles(),
        attachments: await sweepAttachments(),
      }),
    },
    content: {
      name: 'content',
      schedule: '10 19 * * *',
      run: async () => {
        const before = daysAgo(DELETED_DAYS);
        return {
          posts: await purgePosts(db, before),
          comments: await purgeComments(db, before),
          blankedComments: await blankComments(db, before),
          rooms: await purgeRooms(db, before),
          views: await deleteOldViews(db, kstDay(daysAgo(1))),
          visits: await deleteOldVisits(db, kstDay(daysAgo(VISIT_DAYS))),
          pictures: await sweepFiles(),
        };
      },
    },
    audit: {
      name: 'audit',
      schedule: '40 19 * * *',
      run: async () => {
        const line = await findBrokenAudit();
        // A failed job is an error in the server's log.
        if (line !== null) throw new Error(`line ${line} of the audit log was changed`);
        return { brokenLines: 0 };
      },
    },
    live: {
      name: 'live',
      schedule: '47 * * * *',
      run: async () => ({
        events: await deleteOldEvents(db, daysAgo(EVENT_DAYS)),
        notices: await deleteOldNotices(db, daysAgo(NOTICE_DAYS)),
      }),
    },
    notifications: {
      name: 'notifications',
      schedule: '*/5 * * * *',
      run: async () => ({ sent: await sendNotifications() }),
    },
    accounts: {
      name: 'accounts',
      schedule: '40 19 * * *',
      run: async () => ({
        verifications: await deleteOldVerifications(db, daysAgo(SPENT_DAYS)),
        resetFlows: await deleteOldResetFlows(db, daysAgo(SPENT_DAYS)),
        throttles: await deleteOldThrottles(db, daysAgo(SPENT_DAYS)),
        sessions: await deleteDeadSessions(db, daysAgo(DEAD_SESSION_DAYS)),
      }),
    },
  } satisfies Record<string, Job>;
}
