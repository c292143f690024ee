import { LIMITS } from '@naru/contract/limits';
import type { Db } from '../../db/client.ts';
import { addSeconds, type Clock, kstDay } from '../../platform/clock.ts';
import { persist } from '../../platform/database/persist.ts';
import {
  blankComments,
  deleteDeadSessions,
  deleteOld,
  deleteOldDays,
  deleteOldThrottles,
  deleteOutsideReports,
  deleteReported,
  deleteStrayReactions,
  foldPages,
  noteDropped,
  purgeComments,
  purgeCourseReviews,
  purgePosts,
  purgeRooms,
} from './jobs.repo.ts';

const DAY = 24 * 60 * 60;
/** How long soft-deleted posts, comments and left chat rooms are retained. */
const DELETED_DAYS = 30;
/** How long members can see why staff acted. */
const STAFF_ACTION_DAYS = 180;
/** How far back a stream can resume. */
const EVENT_DAYS = 2;
const NOTIFICATION_DAYS = 180;
/** The statistics look back six months. */
const VISIT_DAYS = 400;
const DEAD_SESSION_DAYS = 30;
/** Longer than any window that counts codes or guesses. */
const SPENT_DAYS = 2;

export interface Job {
  /** Cron pattern in UTC (KST is UTC+9). */
  schedule: string;
  /** Jobs of one queue run one after the other; long ones have their own. */
  queue?: string;
  /** Whether it also runs a minute after each start; false: only if a run was missed. By default true. */
  runsAtStart?: boolean;
  /** Returns how many rows or files it removed, by kind. Idempotent, also after an interruption. */
  run(): Promise<Record<string, number>>;
}

interface Deps {
  db: Db;
  clock: Clock;
  /** Removes unused pictures; returns how many. */
  sweepFiles: () => Promise<number>;
  /** Removes unused files of lecture rooms; returns how many. */
  sweepAttachments: () => Promise<number>;
  /** Reads what files of posts say; returns how many it has read. */
  readFileTexts: () => Promise<number>;
  /** Removes unused videos of banners; returns how many. */
  sweepVideos: () => Promise<number>;
  /**
   * Seals the marks on anonymous items that earlier releases stored with the member id or the seal of an author;
   * returns how many rows, by kind.
   */
  sealOpenMarks: () => Promise<Record<string, number>>;
  /** Deletes entries about removed items from the sealed lists of members; returns how many. */
  sweepMarks: () => Promise<number>;
  /** Returns the number of the first audit entry that was tampered with, or null. */
  findBrokenAudit: () => Promise<number | null>;
  /** Ends the pins whose last day is over; returns how many. */
  endPins: () => Promise<number>;
  /** Notifies those concerned of deadlines of petitions; returns of how many. */
  notifyPetitions: () => Promise<number>;
  /** Publishes the notices whose time has come; returns how many. */
  publishNotices: () => Promise<number>;
  /** Delivers notifications whose minute is over or that a server did not finish; returns how many. */
  sendNotifications: () => Promise<number>;
  /** Notifies authors whose name was revealed; returns how many reveals it concerned. */
  notifyRevealedAuthors: () => Promise<number>;
  /** Sends the invitations that wait longest; returns how many. */
  sendInvitations: () => Promise<number>;
  /** Revokes the roles whose last day is over; returns how many. */
  endRoles: () => Promise<number>;
  /** Erases people who never joined; returns how many, by kind. */
  eraseRoster: () => Promise<Record<string, number>>;
  /** Ends applications to teams about which nobody decides, and erases old texts; returns how many. */
  sweepTeams: () => Promise<Record<string, number>>;
  /** Warns the owners of unused accounts and erases these; returns how many of each. */
  eraseUnused: () => Promise<Record<string, number>>;
  /** Sends delayed push messages and deletes old rows; returns how many of each. */
  sweepPushes: () => Promise<Record<string, number>>;
  /** Sends the digests that are due; returns how many. */
  sendDigests: () => Promise<number>;
  /** Adds a job for each source that is due; returns how many. */
  pollSources: () => Promise<number>;
  /** Compares what is stored twice; returns how many faults it found. */
  checkIntegrity: () => Promise<Record<string, number>>;
  /** Draws, ends offers, frees what nobody came to, reminds; returns how many of each. */
  runBookings: () => Promise<Record<string, number>>;
  /** Sends staff an e-mail about work that waits for them; returns how many e-mails. */
  sendWorkEmails: () => Promise<number>;
}

/** Scheduled jobs. Each computes its cut-off from the clock, not from its schedule. */
export function createJobs(deps: Deps) {
  const { db, clock } = deps;
  const daysAgo = (days: number) => addSeconds(clock.now(), -days * DAY);

  return {
    files: {
      schedule: '17 * * * *',
      run: async () => ({
        pictures: await deps.sweepFiles(),
        attachments: await deps.sweepAttachments(),
        videos: await deps.sweepVideos(),
      }),
    },
    content: {
      schedule: '10 19 * * *',
      run: async () => {
        const before = daysAgo(DELETED_DAYS);
        await noteDropped(db, clock.now());
        return {
          posts: await purgePosts(db, before),
          comments: await purgeComments(db, before),
          marks: await deps.sweepMarks(),
          courseReviews: await purgeCourseReviews(db, before),
          blankedComments: await blankComments(db, before),
          staffActions: await deleteOld(db, 'staffActions', daysAgo(STAFF_ACTION_DAYS)),
          drafts: await deleteOld(db, 'drafts', daysAgo(LIMITS.draftDays)),
          plans: await deleteOld(db, 'plans', daysAgo(LIMITS.planUndoDays)),
          outsideReports: await deleteOutsideReports(db, daysAgo(LIMITS.outsideReportDays)),
          reported: await deleteReported(db, daysAgo(LIMITS.outsideReportDays)),
          rooms: await purgeRooms(db, before),
          views: await deleteOldDays(db, 'views', kstDay(daysAgo(1))),
          sealedViews: await deleteOldDays(db, 'sealedViews', kstDay(daysAgo(1))),
          visits: await deleteOldDays(db, 'visits', kstDay(daysAgo(VISIT_DAYS))),
          pictures: await deps.sweepFiles(),
        };
      },
    },
    fileTexts: {
      schedule: '* * * * *',
      queue: 'file texts',
      run: async () => ({ read: await deps.readFileTexts() }),
    },
    marks: {
      schedule: '27 * * * *',
      queue: 'marks',
      run: deps.sealOpenMarks,
    },
    audit: {
      schedule: '40 19 * * *',
      run: async () => {
        const line = await deps.findBrokenAudit();
        // Logged as an error of the job.
        if (line !== null) throw new Error(`line ${line} of the audit log was changed`);
        return { brokenLines: 0 };
      },
    },
    integrity: {
      schedule: '10 18 * * *',
      queue: 'integrity',
      runsAtStart: false,
      run: async () => {
        const reactions = await deleteStrayReactions(db);
        return { reactions, ...(await deps.checkIntegrity()) };
      },
    },
    live: {
      schedule: '47 * * * *',
      run: async () => ({
        events: await deleteOld(db, 'events', daysAgo(EVENT_DAYS)),
        notices: await deleteOld(db, 'notifications', daysAgo(NOTIFICATION_DAYS)),
      }),
    },
    pins: {
      schedule: '*/5 * * * *',
      run: async () => ({ ended: await deps.endPins() }),
    },
    petitions: {
      schedule: '20 23 * * *',
      run: async () => ({ notified: await deps.notifyPetitions() }),
    },
    notices: {
      schedule: '* * * * *',
      run: async () => ({ published: await deps.publishNotices() }),
    },
    /** Computes the page ranks of boards again. */
    pages: {
      schedule: '* * * * *',
      run: async () => ({ changes: await foldPages(db) }),
    },
    notifications: {
      schedule: '* * * * *',
      run: async () => {
        let sent = 0;
        await persist(async () => {
          sent += await deps.sendNotifications();
        });
        return { sent };
      },
    },
    work: {
      schedule: '*/5 * * * *',
      run: async () => ({ emails: await deps.sendWorkEmails() }),
    },
    bookings: {
      schedule: '* * * * *',
      run: deps.runBookings,
    },
    sources: {
      schedule: '* * * * *',
      run: async () => ({ due: await deps.pollSources() }),
    },
    devices: {
      schedule: '* * * * *',
      run: deps.sweepPushes,
    },
    digests: {
      schedule: '*/10 23,0,1,2 * * *',
      queue: 'digests',
      run: async () => ({ digests: await deps.sendDigests() }),
    },
    invitations: {
      schedule: '* * * * *',
      run: async () => ({ invitations: await deps.sendInvitations() }),
    },
    roles: {
      schedule: '*/5 * * * *',
      run: async () => ({ endedRoles: await deps.endRoles() }),
    },
    teams: {
      schedule: '*/10 * * * *',
      run: deps.sweepTeams,
    },
    reveals: {
      schedule: '30 1 * * *',
      run: async () => ({ notifiedAuthors: await deps.notifyRevealedAuthors() }),
    },
    unusedAccounts: {
      schedule: '20 1 * * *',
      queue: 'unused accounts',
      runsAtStart: false,
      run: deps.eraseUnused,
    },
    accounts: {
      schedule: '40 19 * * *',
      run: async () => ({
        verifications: await deleteOld(db, 'verifications', daysAgo(SPENT_DAYS)),
        resetFlows: await deleteOld(db, 'resetFlows', daysAgo(SPENT_DAYS)),
        throttles: await deleteOldThrottles(db, daysAgo(SPENT_DAYS)),
        emailLog: await deleteOld(db, 'emailLog', daysAgo(LIMITS.emailLogDays)),
        sessions: await deleteDeadSessions(db, daysAgo(DEAD_SESSION_DAYS)),
        ...(await deps.eraseRoster()),
      }),
    },
  } satisfies Record<string, Job>;
}
