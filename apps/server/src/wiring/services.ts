import { join } from 'node:path';
import type { Env } from '../config/env.ts';
import { createEmailQueue } from '../domain/emails/email-queue.ts';
import { createJobs } from '../domain/jobs/jobs.ts';
import { createLive } from '../domain/live/live.ts';
import { createLiveBus } from '../domain/live/live-bus.ts';
import { createLiveStreams } from '../domain/live/live-streams.ts';
import { createSealing } from '../domain/marks/sealing.ts';
import { createOutgoing } from '../domain/outgoing/outgoing.ts';
import { createThrottle } from '../domain/throttle/throttle.ts';
import { createUptime } from '../domain/uptime/uptime.ts';
import { createAccountService } from '../features/account/account.service.ts';
import { createAliasBlocksService } from '../features/alias-blocks/alias-blocks.service.ts';
import { createAuditService } from '../features/audit/audit.service.ts';
import { createBoardsService } from '../features/boards/boards.service.ts';
import { createChatService } from '../features/chat/chat.service.ts';
import { createCommentsService } from '../features/comments/comments.service.ts';
import { isEmailTaken } from '../features/credentials/credentials.repo.ts';
import { createCredentialsService } from '../features/credentials/credentials.service.ts';
import { institutionWords, reservedNames } from '../features/credentials/institution-words.ts';
import { createDigestService } from '../features/digest/digest.service.ts';
import { createDocumentsService } from '../features/documents/documents.service.ts';
import { createDraftsService } from '../features/drafts/drafts.service.ts';
import { createFeedsService } from '../features/feeds/feeds.service.ts';
import { createFollowsService } from '../features/follows/follows.service.ts';
import { createFriendsService } from '../features/friends/friends.service.ts';
import { createLecturesService } from '../features/lectures/lectures.service.ts';
import { createMembersService } from '../features/members/members.service.ts';
import { createMustReadsService } from '../features/must-reads/must-reads.service.ts';
import { createNotificationsService } from '../features/notifications/notifications.service.ts';
import { createOidcService } from '../features/oidc/oidc.service.ts';
import { createPostsService } from '../features/posts/posts.service.ts';
import { createPushService } from '../features/push/push.service.ts';
import { createReactionsService } from '../features/reactions/reactions.service.ts';
import { createSearchService } from '../features/search/search.service.ts';
import { createPasskeysService } from '../features/second-factor/passkeys.service.ts';
import { createSecondFactorService } from '../features/second-factor/second-factor.service.ts';
import { createSessionsService } from '../features/sessions/sessions.service.ts';
import { createHeadsService } from '../features/settings/heads.service.ts';
import { createIdentityService } from '../features/settings/identity.service.ts';
import { createSettingsService } from '../features/settings/settings.service.ts';
import { createSiteStatusService } from '../features/settings/site-status.service.ts';
import { DEFAULT_IDENTITY, DEFAULT_SETTINGS } from '../features/site/site.config.ts';
import { createSiteService } from '../features/site/site.service.ts';
import { createStatsService, createVisits } from '../features/stats/stats.service.ts';
import type { GivenTools, Program, Tools } from '../features/tools.ts';
import type { ImageProcessor } from '../features/uploads/image-processor.ts';
import { createUploadsService } from '../features/uploads/uploads.service.ts';
import { createVerificationService } from '../features/verification/verification.service.ts';
import { type AdmissionLimits, createAdmission } from '../http/admission/loads.ts';
import { localSeats } from '../peers/counts.ts';
import { createDomainEvents } from '../peers/domain-events.ts';
import type { Together } from '../peers/shared.ts';
import { createCampusNetworks } from '../platform/campus-networks.ts';
import { afterItsMinute } from '../platform/clock.ts';
import type { EmailTransport } from '../platform/email/email.ts';
import type { Outbox } from '../platform/email/outbox.ts';
import {
  createForeignPages,
  type FetchForeignPage,
} from '../platform/foreign-pages/foreign-pages.ts';
import type { Hashing } from '../platform/hashing.ts';
import { memberRatesOf } from '../platform/rates.ts';
import { createStorage } from '../platform/storage/create-storage.ts';
import { createSpool } from '../platform/storage/spool.ts';
import { createDemo, type DemoPackage, withDemoSchool } from './demo.ts';
import { createDepartmentServices } from './department-services.ts';
import { createEngines } from './engines.ts';
import { createStaffServices } from './staff-services.ts';

const MEGABYTE = 1_048_576;

interface ServiceParts extends Partial<Together>, GivenTools, Program {
  /** Reads pages of other sites; tests and the demo replace it. */
  fetchPage?: FetchForeignPage;
  env: Env;
  demo: DemoPackage;
  /** Newest first. */
  secrets: readonly string[];
  emailTransport: EmailTransport;
  /** Set when /dev/outbox shows its e-mails. */
  outbox: Outbox | null;
  images: ImageProcessor;
  hashing: Hashing;
  /** Places of the process; those of record 0008 by default. */
  admission?: AdmissionLimits;
  /** Milliseconds that a search may take, 200 by default. */
  searchMs?: number;
  /** Milliseconds that the process relies on the site status it has read, 2,000 by default. */
  statusFreshMs?: number;
  /** Milliseconds of a clock that nobody sets. */
  elapsed?: () => number;
  /** When the effects of anonymous content are released; after its minute by default. */
  releaseAt?: (minute: Date) => Date;
}

export type Services = ReturnType<typeof createServices>;

/** The only place where features are wired together; each takes a typed subset of `tools`. */
export function createServices(parts: ServiceParts) {
  const { db, clock, secrets, seal, log, hashing, searchMs, releaseAt = afterItsMinute } = parts;
  const env = parts.demo.withDomains(parts.env);
  const publicUrl = env.PUBLIC_URL;
  const names = { ...DEFAULT_IDENTITY };
  const emailNames = { site: names, publicUrl };
  const bus = createLiveBus(parts.peers);
  const events = createDomainEvents(log, parts.peers);
  const throttle = createThrottle(clock);
  const campus = createCampusNetworks(env.CAMPUS_NETWORKS);
  const live = createLive({ db, clock, seal, bus });
  const emailQueue = createEmailQueue({ db, clock, transport: parts.emailTransport, log });
  const memberRates = memberRatesOf(env.RATE_LIMITS);
  const platform = { db, clock, seal, log, events, throttle, memberRates, hashing, live };
  const basics = { ...platform, emailQueue, emailNames, outgoing: createOutgoing(parts) };

  const audit = createAuditService(basics);
  const notifications = createNotificationsService({ ...basics, releaseAt });
  events.on('notifications-stored', async () => void (await notifications.sendNotifications()));
  const pages = parts.fetchPage ?? createForeignPages({ siteUrl: publicUrl });
  const storage = createStorage(env, clock);
  const tools: Tools = { ...basics, audit, notifications, storage };
  const friends = createFriendsService(tools);
  const { ATTACHMENT_TYPES: endings, ATTACHMENT_MAX_MB } = env;
  const attachmentPolicy = { endings, maxBytes: ATTACHMENT_MAX_MB * MEGABYTE };
  const uploads = createUploadsService({
    ...tools,
    policy: attachmentPolicy,
    secrets,
    spool: createSpool(join(env.DATA_DIR, 'incoming')),
    images: parts.images,
  });
  const { pictures, attachments, videos, ownCopies } = uploads;
  const lectures = createLecturesService({ ...tools, host: new URL(publicUrl).hostname });
  const { readLastDays } = lectures;
  const chat = createChatService({ ...tools, friends, readLastDays, files: uploads.chatPictures });
  const push = createPushService({ ...tools, env, secrets, chat });
  const mustReads = createMustReadsService(tools);
  const uptime = createUptime(tools);
  const digest = createDigestService({ ...tools, secrets, chat, mustReads, uptime });
  const members = createMembersService({
    ...tools,
    friends,
    counters: {
      notifications: notifications.countUnread,
      chat: chat.countNew,
      friends: friends.countRequests,
    },
    findLiveSeq: live.place,
  });

  const sessions = createSessionsService({ ...tools, secrets });
  const secondFactor = createSecondFactorService({ ...tools, sessions });
  const passkeys = createPasskeysService({ ...tools, secrets, sessions, secondFactor });
  const streams = createLiveStreams({
    ...tools,
    bus,
    seats: parts.seats ?? localSeats(),
    renew: notifications.renewEvents,
    findLiveSessions: sessions.findLive,
    findGreeting: () => siteStatus.findGreeting(),
  });
  const siteStatus = createSiteStatusService({ ...tools, streams, freshMs: parts.statusFreshMs });
  const ofPosts = { files: pictures, attachments, ownCopies, siteStatus, elapsed: parts.elapsed };
  events.on('access-changed', ({ memberId }) => streams.recheck(memberId));
  events.on('messages-missed', streams.beat);
  const signupDomains = env.SIGNUP_EMAIL_DOMAINS;
  const joining = { ...tools, campus, secrets, signupDomains };
  const verification = createVerificationService({ ...joining, isEmailTaken });
  const oidc = createOidcService({ ...joining, sessions, secondFactor, settings: env.OIDC });
  const credentials = createCredentialsService({
    ...tools,
    campus,
    sessions,
    verification,
    newcomers: oidc.newcomers,
    unlinkAll: oidc.unlinkAll,
    signupDomains,
    studentDomains: env.STUDENT_EMAIL_DOMAINS,
    institutionNames: () => institutionWords(names, env.STUDENT_EMAIL_DOMAINS),
    reservedNames: () => reservedNames(names, env.STUDENT_EMAIL_DOMAINS),
  });

  const feeds = createFeedsService({ ...tools, sessions, siteStatus, lectures });
  const drafts = createDraftsService(tools);
  const account = createAccountService({
    ...tools,
    ...{ drafts, feeds, env, sessions, friends, push, digest },
    ...{ files: pictures, chatFiles: uploads.chatPictures, releaseUploads: uploads.releaseOf },
    eraseBookings: (...erased) => department.bookings.erase(...erased),
  });
  const boards = createBoardsService({ ...tools, streams });
  const heads = createHeadsService(tools);
  const settings = createSettingsService({ ...tools, defaults: DEFAULT_SETTINGS, heads });
  const posts = createPostsService({ ...tools, ...ofPosts, settings, searchMs });
  const comments = createCommentsService({ ...tools, files: pictures });
  const reactions = createReactionsService(tools);
  const ofDepartment = { ...ofPosts, settings, chat, readLastDays, uptime };
  const department = createDepartmentServices({ ...tools, ...ofDepartment, posts });
  const identity = createIdentityService({ ...tools, files: pictures, names });
  const documents = createDocumentsService({ ...tools, env, identity, settings, posts });
  const demo = createDemo(parts.demo, { ...tools, uploads, publicUrl });
  const site = createSiteService({
    ...tools,
    demo,
    env,
    attachmentPolicy,
    settings,
    identity,
    heads,
    documents,
    siteStatus,
    outbox: parts.outbox,
  });
  const visits = createVisits({ ...tools, siteStatus });
  const stats = createStatsService({ ...tools, visits });
  const staff = createStaffServices({
    ...tools,
    env,
    campus,
    secrets,
    settings,
    uploads,
    sessions,
    verification,
    ...{ posts, comments, siteStatus, courseReviews: department.courseReviews },
    fetchPage: env.DEMO ? withDemoSchool(parts.demo, pages, { publicUrl, clock }) : pages,
  });

  const admission = createAdmission(env.WORKERS, parts.admission);
  const ofEngines = { env, identity, admission, sessions, secondFactor };
  const engines = createEngines({ ...parts, ...tools, ...ofEngines });
  return {
    demo,
    jobs: createJobs({
      ...tools,
      sweepFiles: uploads.sweepPictures,
      sweepAttachments: attachments.sweep,
      readFileTexts: attachments.readTexts,
      sweepVideos: videos.sweep,
      findBrokenAudit: audit.findBroken,
      endPins: posts.endPins,
      notifyPetitions: department.petitions.notifyDue,
      publishNotices: () => staff.scheduledNotices.publishDue(clock.now()),
      sendNotifications: notifications.sendNotifications,
      notifyRevealedAuthors: staff.moderation.notifyAuthors,
      sendWorkEmails: engines.work.sendEmails,
      pollSources: staff.sources.enqueueDue,
      sweepTeams: department.teams.sweep,
      eraseUnused: account.eraseUnused,
      sweepPushes: push.sweep,
      sendDigests: digest.sendDue,
      runBookings: department.bookings.runJobs,
      checkIntegrity: engines.integrity.check,
      ...createSealing(tools),
      ...staff.roster.jobs,
    }),
    ...tools,
    uptime,
    admission,
    publicUrl,
    corsOrigins: env.CORS_ORIGINS,
    streams,
    friends,
    chat,
    push,
    digest,
    sessions,
    secondFactor,
    passkeys,
    oidc,
    verification,
    credentials,
    members,
    account,
    site,
    uploads,
    comments,
    posts,
    mustReads,
    follows: createFollowsService(tools),
    aliasBlocks: createAliasBlocksService(tools),
    drafts,
    feeds,
    boards,
    search: createSearchService({ posts, lectures, friends }),
    reactions,
    lectures,
    ...department,
    visits,
    stats,
    settings,
    siteStatus,
    identity,
    heads,
    documents,
    ...staff,
    ...engines,
  };
}
