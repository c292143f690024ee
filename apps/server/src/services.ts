import { join } from 'node:path';
import { DEMO_PASSWORD, demoAccounts, fillDemo } from '@naru/demo';
import type { Db } from './db/client.ts';
import type { Env } from './env.ts';
import { createAccountService } from './features/account/account.service.ts';
import { createAuditService } from './features/audit/audit.service.ts';
import { createHashing } from './features/auth/auth.hashing.ts';
import { createAuthMails } from './features/auth/auth.mails.ts';
import { createAuthService } from './features/auth/auth.service.ts';
import { createAccessTokens } from './features/auth/auth.tokens.ts';
import { createRefreshTokens } from './features/auth/refresh-tokens.ts';
import { createSessionsService } from './features/auth/sessions.service.ts';
import { createBannersService } from './features/banners/banners.service.ts';
import { createBoardsService } from './features/boards/boards.service.ts';
import { createCommentsService } from './features/comments/comments.service.ts';
import { createFriendsService } from './features/friends/friends.service.ts';
import { createFriendTies } from './features/friends/friends.ties.ts';
import { createLecturePostsService } from './features/lecture-posts/lecture-posts.service.ts';
import { createLecturesService } from './features/lectures/lectures.service.ts';
import { createMailService } from './features/mail/mail.service.ts';
import { createMembersService } from './features/members/members.service.ts';
import { createMenusService } from './features/menus/menus.service.ts';
import { createNoticesService } from './features/notices/notices.service.ts';
import { readContent } from './features/posts/posts.html.ts';
import { createPostsService } from './features/posts/posts.service.ts';
import { createReactionsService } from './features/reactions/reactions.service.ts';
import { createSettingsService } from './features/settings/settings.service.ts';
import { DEFAULT_SETTINGS, SITE } from './features/site/site.config.ts';
import { createSiteService } from './features/site/site.service.ts';
import { createStatsService } from './features/stats/stats.service.ts';
import { createVisits } from './features/stats/stats.visits.ts';
import { createImageProcessor } from './features/uploads/image-processor.ts';
import { createUploadsService } from './features/uploads/uploads.service.ts';
import type { Clock } from './platform/clock.ts';
import { createDomainEvents } from './platform/domain-events.ts';
import { createJobs } from './platform/jobs/jobs.ts';
import { createLive } from './platform/live/live.ts';
import { createLocalBus } from './platform/live/live-bus.ts';
import { createLiveStreams } from './platform/live/live-streams.ts';
import type { Log } from './platform/log.ts';
import type { MailTransport } from './platform/mail/mail.ts';
import { createMailQueue } from './platform/mail/mail-queue.ts';
import type { Outbox } from './platform/mail/outbox.ts';
import type { Seal } from './platform/seal.ts';
import { createDiskStorage } from './platform/storage/disk-storage.ts';
import { createSpool } from './platform/storage/spool.ts';
import { createThrottle } from './platform/throttle.ts';
import { createStaffServices } from './services.staff.ts';

export interface ServiceParts {
  db: Db;
  env: Env;
  clock: Clock;
  /** Newest first. */
  secrets: readonly string[];
  seal: Seal;
  mailTransport: MailTransport;
  /** Set when its mails may be read at /dev/outbox. */
  outbox: Outbox | null;
  version: string;
  log: Log;
}

export type Services = ReturnType<typeof createServices>;

/** The only place where features meet: each gets what it needs, no more. */
export function createServices(parts: ServiceParts) {
  const { db, env, clock, secrets } = parts;
  const throttle = createThrottle(clock);
  const events = createDomainEvents(parts.log);
  const audit = createAuditService({ db, clock });
  const bus = createLocalBus();
  const live = createLive({ db, clock, seal: parts.seal, bus });
  const ties = createFriendTies();
  const notices = createNoticesService({ db, clock, seal: parts.seal, live, throttle, events });
  events.on('notifications-stored', async () => void (await notices.sendNotifications()));
  const friends = createFriendsService({ db, clock, live, throttle, notices, ties });
  const mail = createMailService({ db, clock, live, throttle, friends });
  const mailQueue = createMailQueue({ db, clock, transport: parts.mailTransport, log: parts.log });
  const tokens = createAccessTokens(secrets, clock);
  const mails = createAuthMails({ ...SITE, publicUrl: env.PUBLIC_URL });
  const sessions = createSessionsService({
    db,
    clock,
    tokens,
    refreshTokens: createRefreshTokens(secrets),
    mailQueue,
    mails,
    live,
    notices,
    events,
    log: parts.log,
  });
  const streams = createLiveStreams({
    db,
    clock,
    seal: parts.seal,
    bus,
    log: parts.log,
    findLiveSessions: sessions.findLive,
  });
  events.on('access-changed', ({ memberId }) => streams.recheck(memberId));
  const auth = createAuthService({
    db,
    env,
    clock,
    secrets,
    throttle,
    sessions,
    mailQueue,
    mails,
    live,
    notices,
    events,
    audit,
    placeNames: [SITE.universityName, SITE.departmentName],
    log: parts.log,
  });
  const members = createMembersService({
    db,
    clock,
    seal: parts.seal,
    throttle,
    friends,
    log: parts.log,
    counters: {
      notices: notices.countUnread,
      mail: mail.countNew,
      friends: friends.countRequests,
    },
    findLiveSeq: live.place,
  });
  const settings = createSettingsService({ db, clock, audit, defaults: DEFAULT_SETTINGS });
  const site = createSiteService({
    db,
    env,
    clock,
    log: parts.log,
    version: parts.version,
    settings,
    outbox: parts.outbox,
  });
  const comments = createCommentsService({
    db,
    clock,
    seal: parts.seal,
    live,
    throttle,
    notices,
    audit,
  });
  const uploads = createUploadsService({
    db,
    clock,
    secrets,
    throttle,
    storage: createDiskStorage(join(env.DATA_DIR, 'files')),
    spool: createSpool(join(env.DATA_DIR, 'incoming')),
    images: createImageProcessor(),
  });
  const { pictures, attachments } = uploads;
  const account = createAccountService({
    db,
    clock,
    seal: parts.seal,
    live,
    throttle,
    events,
    audit,
    proof: auth.proof,
    sessions,
    friends,
    files: pictures,
    notices,
    mailQueue,
    farewell: mails.accountRemoved,
  });
  const jobs = createJobs({
    db,
    clock,
    sweepFiles: pictures.sweep,
    sweepAttachments: attachments.sweep,
    findBrokenAudit: audit.findBroken,
    sendNotifications: notices.sendNotifications,
  });
  const posts = createPostsService({
    db,
    clock,
    seal: parts.seal,
    files: pictures,
    live,
    notices,
    audit,
  });
  const boards = createBoardsService({ db, clock });
  const reactions = createReactionsService({ db, clock, live, notices });
  const lectures = createLecturesService({
    db,
    clock,
    seal: parts.seal,
    throttle,
    audit,
    calendar: env.TERM_DATES,
    host: new URL(env.PUBLIC_URL).hostname,
  });
  const lecturePosts = createLecturePostsService({
    db,
    clock,
    seal: parts.seal,
    posts,
    attachments,
    live,
    notices,
    audit,
  });
  const menus = createMenusService({ db, clock, audit });
  const banners = createBannersService({ db, clock, audit });
  const visits = createVisits({ db, clock, log: parts.log });
  const stats = createStatsService({ db, clock, visits });
  const staff = createStaffServices({
    db,
    clock,
    seal: parts.seal,
    live,
    throttle,
    events,
    audit,
    notices,
    sessions,
    mailQueue,
    names: { ...SITE, publicUrl: env.PUBLIC_URL },
  });
  const hashing = createHashing();
  return {
    demo: {
      /** Fills an empty database with the demo content; false when it was not empty. */
      fill: () =>
        fillDemo({
          db,
          clock,
          seal: parts.seal,
          hashPassword: (password) => hashing.inTurn((turn) => turn.hash(password)),
          storePicture: pictures.storePicture,
          storeFile: attachments.storeFile,
          readContent,
        }),
      password: DEMO_PASSWORD,
      listAccounts: demoAccounts,
    },
    clock,
    throttle,
    events,
    audit,
    live,
    streams,
    notices,
    friends,
    mail,
    mailQueue,
    sessions,
    auth,
    members,
    account,
    site,
    uploads,
    jobs,
    comments,
    posts,
    boards,
    reactions,
    lectures,
    lecturePosts,
    menus,
    banners,
    visits,
    stats,
    settings,
    ...staff,
  };
}
