import { join } from 'node:path';
import type { Db } from './db/client.ts';
import { fillDemo } from './db/demo/index.ts';
import type { Env } from './env.ts';
import { createHashing } from './features/auth/auth.hashing.ts';
import { createAuthMails } from './features/auth/auth.mails.ts';
import { createAuthService } from './features/auth/auth.service.ts';
import { createAccessTokens } from './features/auth/auth.tokens.ts';
import { createRefreshTokens } from './features/auth/refresh-tokens.ts';
import { createSessionsService } from './features/auth/sessions.service.ts';
import { createBannersService } from './features/banners/banners.service.ts';
import { createBoardsService } from './features/boards/boards.service.ts';
import { createCommentsService } from './features/comments/comments.service.ts';
import { createFilesService } from './features/files/files.service.ts';
import { createImageProcessor } from './features/files/image-processor.ts';
import { createFriendsService } from './features/friends/friends.service.ts';
import { createFriendTies } from './features/friends/friends.ties.ts';
import { createMailService } from './features/mail/mail.service.ts';
import { createMembersService } from './features/members/members.service.ts';
import { createMenusService } from './features/menus/menus.service.ts';
import { listenForNotices } from './features/notices/notices.listeners.ts';
import { createNoticesService } from './features/notices/notices.service.ts';
import { readContent } from './features/posts/posts.html.ts';
import { createPostsService } from './features/posts/posts.service.ts';
import { createReactionsService } from './features/reactions/reactions.service.ts';
import { SITE } from './features/site/site.config.ts';
import { createSiteService } from './features/site/site.service.ts';
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
import { deriveKey } from './platform/secrets.ts';
import { createDiskStorage } from './platform/storage/disk-storage.ts';
import { createSpool } from './platform/storage/spool.ts';
import { createUploadTokens } from './platform/storage/upload-tokens.ts';
import { createThrottle } from './platform/throttle.ts';

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
  const bus = createLocalBus();
  const live = createLive({ db, clock, seal: parts.seal, bus });
  const ties = createFriendTies();
  const notices = createNoticesService({
    db,
    clock,
    seal: parts.seal,
    live,
    isBlocked: ties.isBlocked,
  });
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
    events,
    placeNames: [SITE.universityName, SITE.departmentName],
    log: parts.log,
  });
  const members = createMembersService({
    db,
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
  const site = createSiteService({
    db,
    env,
    clock,
    log: parts.log,
    version: parts.version,
    outbox: parts.outbox,
  });
  const comments = createCommentsService({ db, clock, seal: parts.seal, throttle, events });
  const uploadTokens = createUploadTokens(secrets, clock);
  const files = createFilesService({
    db,
    clock,
    throttle,
    uploadTokens,
    quotaKey: deriveKey(secrets[0] ?? '', 'upload quota'),
    storage: createDiskStorage({
      folder: join(env.DATA_DIR, 'files'),
      uploadUrl: (grant) => `/files/upload/${uploadTokens.sign(grant)}`,
    }),
    spool: createSpool(join(env.DATA_DIR, 'incoming')),
    images: createImageProcessor(),
  });
  const jobs = createJobs({ db, clock, sweepFiles: files.sweep });
  const posts = createPostsService({
    db,
    clock,
    seal: parts.seal,
    files,
    events,
  });
  const boards = createBoardsService({ db, clock });
  listenForNotices({ db, live, seal: parts.seal, throttle, events, notices });
  const reactions = createReactionsService({ db, clock, events });
  const menus = createMenusService({ db, clock });
  const banners = createBannersService({ db });
  const hashing = createHashing();
  return {
    /** Fills an empty database with the demo content; false when it was not empty. */
    fillDemo: () =>
      fillDemo({
        db,
        clock,
        seal: parts.seal,
        hashPassword: (password) => hashing.inTurn((turn) => turn.hash(password)),
        storePicture: files.storePicture,
        readContent,
      }),
    clock,
    throttle,
    events,
    live,
    streams,
    notices,
    friends,
    mail,
    mailQueue,
    sessions,
    auth,
    members,
    site,
    files,
    jobs,
    comments,
    posts,
    boards,
    reactions,
    menus,
    banners,
  };
}
