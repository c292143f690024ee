import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import type { Env } from '../config/env.ts';
import { mapImages } from '../domain/posts/html-images.ts';
import { academicCalendarFeature } from '../features/academic-calendar/academic-calendar.routes.ts';
import { accountFeature } from '../features/account/account.routes.ts';
import { adminFeature } from '../features/admin/admin.routes.ts';
import { aliasBlocksFeature } from '../features/alias-blocks/alias-blocks.routes.ts';
import { audiencesFeature } from '../features/audiences/audiences.routes.ts';
import { backupsFeature } from '../features/backups/backups.routes.ts';
import { bannersFeature } from '../features/banners/banners.routes.ts';
import { boardsFeature } from '../features/boards/boards.routes.ts';
import { cafeteriaFeature } from '../features/cafeteria/cafeteria.routes.ts';
import { chatFeature } from '../features/chat/chat.routes.ts';
import { commentsFeature } from '../features/comments/comments.routes.ts';
import {
  credentialsFeature,
  invitationsFeature,
  signUpsFeature,
} from '../features/credentials/credentials.routes.ts';
import { digestFeature } from '../features/digest/digest.routes.ts';
import { documentsFeature } from '../features/documents/documents.routes.ts';
import { draftsFeature } from '../features/drafts/drafts.routes.ts';
import { emailsFeature } from '../features/emails/emails.routes.ts';
import { type EnterStream, eventsFeature } from '../features/events/events.routes.ts';
import { feedsFeature } from '../features/feeds/feeds.routes.ts';
import { followsFeature } from '../features/follows/follows.routes.ts';
import { friendsFeature } from '../features/friends/friends.routes.ts';
import { inquiriesFeature } from '../features/inquiries/inquiries.routes.ts';
import { integrityFeature } from '../features/integrity/integrity.routes.ts';
import { lecturesFeature } from '../features/lectures/lectures.routes.ts';
import { membersFeature } from '../features/members/members.routes.ts';
import { moderationFeature } from '../features/moderation/moderation.routes.ts';
import { mustReadsFeature } from '../features/must-reads/must-reads.routes.ts';
import { notificationsFeature } from '../features/notifications/notifications.routes.ts';
import { objectionsFeature } from '../features/objections/objections.routes.ts';
import { oidcFeature } from '../features/oidc/oidc.routes.ts';
import { outgoingFeature } from '../features/outgoing/outgoing.routes.ts';
import { postsFeature } from '../features/posts/posts.routes.ts';
import { pushFeature } from '../features/push/push.routes.ts';
import { reactionsFeature } from '../features/reactions/reactions.routes.ts';
import { replyTemplatesFeature } from '../features/reply-templates/reply-templates.routes.ts';
import { rosterFeature } from '../features/roster/roster.routes.ts';
import { scheduledNoticesFeature } from '../features/scheduled-notices/scheduled-notices.routes.ts';
import { searchFeature } from '../features/search/search.routes.ts';
import { secondFactorFeature } from '../features/second-factor/second-factor.routes.ts';
import { serviceKeysFeature } from '../features/service-keys/service-keys.routes.ts';
import { sessionsFeature } from '../features/sessions/sessions.routes.ts';
import { settingsFeature } from '../features/settings/settings.routes.ts';
import { siteFeature } from '../features/site/site.routes.ts';
import { sourcesFeature } from '../features/sources/sources.routes.ts';
import { statsFeature } from '../features/stats/stats.routes.ts';
import { systemFeature } from '../features/system/system.routes.ts';
import { uploadsFeature } from '../features/uploads/uploads.routes.ts';
import { verificationFeature } from '../features/verification/verification.routes.ts';
import { workFeature } from '../features/work/work.routes.ts';
import { addressCheckPlugin } from '../http/address-check.ts';
import { admissionPlugin } from '../http/admission/admission.ts';
import { createIntake } from '../http/admission/intake.ts';
import { INTAKE } from '../http/admission/loads.ts';
import { createOverloadNotes, createSubjects, sendOverloaded } from '../http/admission/refusals.ts';
import { useContractSchemas } from '../http/contract-routes.ts';
import { drainingPlugin, idleConnectionsPlugin } from '../http/draining.ts';
import { errorsPlugin, respondToClientError } from '../http/errors.ts';
import { createFirstData } from '../http/first-data.ts';
import {
  CONNECTION_LIMITS,
  type ConnectionLimits,
  httpServerFactory,
} from '../http/http-server.ts';
import { openApiPlugin } from '../http/openapi.ts';
import { corsPartsOf, corsPlugin, ownFilesPlugin, sendPreflight } from '../http/origins.ts';
import { ownSearchesPlugin } from '../http/own-searches.ts';
import { fileLimitPlugin, rateLimitPlugin } from '../http/rate-limit.ts';
import { readOnlyPlugin } from '../http/read-only.ts';
import { jsonBodyPlugin } from '../http/request-bodies.ts';
import { normaliseUrl, requestLimitsPlugin } from '../http/request-limits.ts';
import { createRequestIds, requestLogPlugin, requestMetricsPlugin } from '../http/request-log.ts';
import { createRequestOwners, requestOwnerPlugin } from '../http/request-owner.ts';
import { securityHeaders, securityPlugin } from '../http/security.ts';
import { sessionPlugin } from '../http/session.ts';
import { limitRest, slowReadersPlugin, slowSendersPlugin } from '../http/slow-clients.ts';
import { staticPlugin } from '../http/static.ts';
import { takenSocketsPlugin } from '../http/take-socket.ts';
import type { Count } from '../peers/counts.ts';
import { createGate } from '../peers/live-gate.ts';
import { createCampusNetworks } from '../platform/campus-networks.ts';
import type { Log } from '../platform/log.ts';
import type { RateProfile } from '../platform/rates.ts';
import { loadSecrets } from '../platform/secrets.ts';
import { storeOrigin } from '../platform/storage/create-storage.ts';
import { departmentFeatures } from './department-features.ts';
import type { Services } from './services.ts';

const BODY_BYTES = 262_144;
/** Half the work of the plugin's default, 4, for 5 % more bytes. */
const BROTLI_QUALITY = 2;
/** Never reached, however long a URL is: the request limits refuse it with the usual response. */
const URL_PART = 2 ** 31 - 1;

interface AppParts {
  env: Env;
  services: Services;
  rates: RateProfile;
  /** Limits that processes or servers count together; each is in this process by default. */
  shared?: { count?: Count; enterStream?: EnterStream };
  version: string;
  log: Log;
  /** Level of the request log, `info` by default. */
  requestLevel?: 'info' | 'debug';
  /** Called for every route as `METHOD /path`. */
  onRoute?: (call: string) => void;
  /** Folder of the built web app; without it only the API is served. */
  webRoot?: string;
  /** How long a page waits for its first data, in milliseconds; without end in tests. */
  pagePatienceMs?: number;
  /** How long clients may take; shorter in tests. */
  limits?: ConnectionLimits;
}

/** Builds the whole HTTP server from the given parts, independent of the process. */
export async function buildApp(parts: AppParts): Promise<FastifyInstance> {
  const { env, services, limits = CONNECTION_LIMITS } = parts;
  const isBehindProxy = env.TRUST_PROXY.length > 0;
  const idle = isBehindProxy ? limits.idleOfProxy : limits.idle;
  const loggerInstance: FastifyBaseLogger = parts.log;
  const headers = securityHeaders({ publicUrl: env.PUBLIC_URL, storeOrigin: storeOrigin(env) });
  const requestIdOf = createRequestIds(env.TRUST_PROXY);
  const { memberOf } = services.sessions;
  const subjects = createSubjects({ memberOf, proxies: env.TRUST_PROXY });
  const noteOverload = createOverloadNotes(services.admission, parts.log);
  const owners = createRequestOwners();
  const intake = createIntake({
    owners,
    places: services.admission.intake,
    subjectOf: subjects.subjectOf,
    refuse: (request, response, retryAfter) => {
      noteOverload(INTAKE);
      limitRest(request, response, limits);
      const cors = corsPartsOf(request, env.CORS_ORIGINS);
      const own = { ...headers, ...cors.headers };
      if (cors.isPreflight) sendPreflight(response, own);
      else sendOverloaded(response, { headers: own, requestId: requestIdOf(request), retryAfter });
    },
  });
  const app = Fastify({
    loggerInstance,
    trustProxy: isBehindProxy ? env.TRUST_PROXY : false,
    serverFactory: httpServerFactory({ intake, limits, idle }),
    logController: new LogController({
      disableRequestLogging: true,
      requestIdLogLabel: 'traceId',
    }),
    genReqId: requestIdOf,
    requestIdHeader: false,
    bodyLimit: BODY_BYTES,
    clientErrorHandler: respondToClientError,
    // Serves requests whose client could not know yet that the server is closing.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    rewriteUrl: (request) => normaliseUrl(request.url ?? '/'),
    routerOptions: { maxParamLength: URL_PART },
  });
  app.addHook('onRoute', ({ method, url }) => {
    for (const verb of [method].flat()) parts.onRoute?.(`${verb} ${url}`);
  });
  app.removeContentTypeParser('text/plain');
  useContractSchemas(app);
  await app.register(requestOwnerPlugin, { owners });
  await app.register(takenSocketsPlugin);
  await app.register(slowReadersPlugin, { limits });
  await app.register(idleConnectionsPlugin, { limits, idle });
  await app.register(drainingPlugin, { health: services.health });
  const campus = createCampusNetworks(env.CAMPUS_NETWORKS);
  await app.register(rateLimitPlugin, { rates: parts.rates, campus, count: parts.shared?.count });
  await app.register(errorsPlugin, { rates: parts.rates });
  await app.register(jsonBodyPlugin);
  if (env.METRICS_PORT !== undefined) await app.register(requestMetricsPlugin);
  await app.register(requestLogPlugin, { level: parts.requestLevel ?? 'info' });
  await app.register(securityPlugin, headers);
  await app.register(addressCheckPlugin, {
    loadSecrets: () => loadSecrets(env.TOKEN_SECRET, env.DATA_DIR),
    clock: services.clock,
    version: parts.version,
  });
  const origins = { publicUrl: env.PUBLIC_URL, corsOrigins: env.CORS_ORIGINS, mapImages };
  await app.register(corsPlugin, origins);
  await app.register(ownFilesPlugin, origins);
  await app.register(requestLimitsPlugin);
  await app.register(slowSendersPlugin, { limits });
  await app.register(ownSearchesPlugin, {
    atOnce: parts.rates.searchesAtOnce,
    places: services.admission.search.limits.atOnce,
    owners,
    memberIdOf: subjects.memberIdOf,
  });
  await app.register(admissionPlugin, {
    admission: services.admission,
    owners,
    subjects,
    noteOverload,
    picturesFullFor: services.uploads.encoding.fullFor,
  });
  await app.register(fileLimitPlugin, { rates: parts.rates });
  await app.register(cookie);
  await app.register(sessionPlugin, {
    authenticator: services.sessions,
    keys: services.serviceKeys,
    wrongKeys: parts.rates.wrongKeys,
  });
  await app.register(readOnlyPlugin, services.siteStatus);
  app.addHook('preValidation', ({ actor }, _reply, done) => {
    if (actor !== null) services.visits.note(actor.memberId);
    done();
  });
  app.addHook('onClose', async () => {
    await Promise.all([services.visits.settle(), services.boards.settleVisits()]);
  });
  await app.register(compress, {
    threshold: 1024,
    encodings: ['br', 'gzip'],
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } },
  });
  await app.register(openApiPlugin, {
    version: parts.version,
    deviceCookie: services.sessions.cookie.name,
  });
  siteFeature(app, services);
  sessionsFeature(app, services);
  secondFactorFeature(app, services);
  oidcFeature(app, services);
  verificationFeature(app, services);
  credentialsFeature(app, services);
  invitationsFeature(app, services, parts.rates);
  signUpsFeature(app, services);
  membersFeature(app, services);
  accountFeature(app, services);
  friendsFeature(app, services);
  aliasBlocksFeature(app, services);
  chatFeature(app, services);
  notificationsFeature(app, services);
  pushFeature(app, services);
  digestFeature(app, services, parts.rates);
  const enterHere = createGate(parts.rates.newStreams, services.clock);
  eventsFeature(app, services, parts.shared?.enterStream ?? enterHere);
  uploadsFeature(app, services);
  commentsFeature(app, services);
  boardsFeature(app, services);
  postsFeature(app, services, parts.rates);
  searchFeature(app, services, parts.rates);
  scheduledNoticesFeature(app, services);
  audiencesFeature(app, services);
  sourcesFeature(app, services);
  mustReadsFeature(app, services);
  followsFeature(app, services);
  draftsFeature(app, services);
  feedsFeature(app, services, parts.rates);
  reactionsFeature(app, services);
  lecturesFeature(app, services);
  departmentFeatures(app, services, parts.rates);
  cafeteriaFeature(app, services);
  academicCalendarFeature(app, services);
  bannersFeature(app, services);
  statsFeature(app, services);
  settingsFeature(app, services);
  documentsFeature(app, services);
  inquiriesFeature(app, services);
  replyTemplatesFeature(app, services);
  adminFeature(app, services);
  rosterFeature(app, services);
  emailsFeature(app, services);
  moderationFeature(app, services);
  objectionsFeature(app, services, parts.rates);
  workFeature(app, services);
  outgoingFeature(app, services);
  systemFeature(app, services);
  integrityFeature(app, services);
  backupsFeature(app, services);
  serviceKeysFeature(app, services, parts.rates);

  await app.register(staticPlugin, {
    webRoot: parts.webRoot,
    publicUrl: services.publicUrl,
    getConfig: services.site.getConfig,
    loadFirstData: createFirstData(app, services, parts.pagePatienceMs),
    findNoticeTitle: services.posts.findOpenTitle,
    openPicture: services.uploads.pictures.open,
  });
  return app;
}
