import { accountRoutes } from '@naru/contract/account';
import { adminRoutes } from '@naru/contract/admin';
import { authRoutes } from '@naru/contract/auth';
import { chatFileRoutes, chatRoutes } from '@naru/contract/chat';
import { eventRoutes } from '@naru/contract/events';
import { feedRoutes } from '@naru/contract/feeds';
import { searchField } from '@naru/contract/fields';
import { attachmentRoutes, fileRoutes, videoRoutes } from '@naru/contract/files';
import { mustReadRoutes } from '@naru/contract/must-reads';
import { oidcRoutes } from '@naru/contract/oidc';
import { postRoutes } from '@naru/contract/posts';
import { invitationRoutes } from '@naru/contract/roster';
import type { Route } from '@naru/contract/route';
import { searchRoutes } from '@naru/contract/search';
import { similarQuestionRoutes } from '@naru/contract/similar-questions';
import { sourceRoutes } from '@naru/contract/sources';
import { systemRoutes } from '@naru/contract/system';
import type { FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { servingPool } from '../../db/pools.ts';
import { hashingSlots } from '../../platform/hashing.ts';
import { createPlaces, type PlaceLimits, type Places } from './places.ts';

/**
 * Kinds of requests with separate places, so that one kind does not wait for another. Health checks and event
 * streams never wait.
 */
export const LOADS = ['signIn', 'read', 'write', 'search', 'upload', 'outside', 'file'] as const;
export type Load = (typeof LOADS)[number];

/** Where requests of all loads begin, before anything is known of them. */
export const INTAKE = 'intake';
export const LINES = [INTAKE, ...LOADS] as const;
export type LineName = (typeof LINES)[number];

export type AdmissionLimits = Record<LineName, PlaceLimits>;
export type Admission = Record<LineName, Places>;

/** Creates the places of one of `processes` processes. */
export function createAdmission(
  processes: number,
  limits: AdmissionLimits = admissionLimits(processes),
): Admission {
  return Object.fromEntries(LINES.map((line) => [line, createPlaces(limits[line])])) as Admission;
}

/** A line is stuck if somebody has wanted a place for this long and nobody has got one. */
const STUCK_MS = 30_000;

/** Whether requests of each load still get places, however slowly. */
export const isMoving = (admission: Admission): boolean =>
  Object.values(admission).every((places) => places.starvedMs() < STUCK_MS);

/** Uploads of pictures, which are encoded. */
export const PICTURE_UPLOADS: ReadonlySet<Route> = new Set<Route>([
  fileRoutes.upload,
  chatFileRoutes.chatUpload,
  accountRoutes.setProfileImage,
]);
export const FILE_UPLOADS: ReadonlySet<Route> = new Set<Route>([
  attachmentRoutes.attachmentUpload,
  videoRoutes.videoUpload,
]);

/** Calls whose load differs from that of their method; null: they never wait. */
const DECLARED = new Map<Route, Load | null>([
  [systemRoutes.health, null],
  [systemRoutes.live, null],
  [systemRoutes.ready, null],
  // It has limits of its own, and costs nothing once it is open.
  [eventRoutes.stream, null],
  // These hash a password.
  [authRoutes.login, 'signIn'],
  [authRoutes.join, 'signIn'],
  [authRoutes.resetPassword, 'signIn'],
  [accountRoutes.verifyPassword, 'signIn'],
  [accountRoutes.resetPassword, 'signIn'],
  [invitationRoutes.accept, 'signIn'],
  // These wait for another site, up to ten seconds.
  [oidcRoutes.beginLogin, 'outside'],
  [oidcRoutes.login, 'outside'],
  [oidcRoutes.begin, 'outside'],
  [oidcRoutes.link, 'outside'],
  [sourceRoutes.dryRun, 'outside'],
  [sourceRoutes.recognise, 'outside'],
  // These ask the store of files first.
  [fileRoutes.presign, 'upload'],
  [attachmentRoutes.attachmentPresign, 'upload'],
  [videoRoutes.videoPresign, 'upload'],
  [chatFileRoutes.chatPresign, 'upload'],
  // Every page begins with this call when the access token of its member has expired.
  [authRoutes.refresh, 'read'],
  [postRoutes.summaryMulti, 'read'],
  [feedRoutes.read, 'read'],
  [searchRoutes.search, 'search'],
  [similarQuestionRoutes.similar, 'search'],
  [chatRoutes.search, 'search'],
  [adminRoutes.searchUsers, 'search'],
  // These read whatever there is.
  [accountRoutes.exportData, 'search'],
  [adminRoutes.auditExport, 'search'],
  [mustReadRoutes.export, 'search'],
]);

/** What a call loads, whatever its query is. */
export function loadOfRoute(route: Route): Load | null {
  const declared = DECLARED.get(route);
  if (declared !== undefined) return declared;
  if (PICTURE_UPLOADS.has(route) || FILE_UPLOADS.has(route)) return 'upload';
  if (route.method !== 'GET') return 'write';
  return route.path.startsWith('/api/') ? 'read' : 'file';
}

/** The load of a request; null if it never waits. Everything that is not an API call is `file`. */
export function loadOf({ routeOptions, is404, query }: FastifyRequest): Load | null {
  const { route } = routeOptions.config;
  if (route === undefined || is404) return 'file';
  const load = loadOfRoute(route);
  return load === 'read' && hasWords(route, query) ? 'search' : load;
}

/**
 * Whether a list is searched for words. Looks at the parsed query, because the URL may escape the name of a field.
 */
function hasWords({ query: schema }: Route, query: unknown): boolean {
  const fields = schema instanceof z.ZodMiniObject ? Object.entries(schema.shape) : [];
  const words = query as Record<string, string | string[] | undefined>;
  return fields.some(([name, field]) => field === searchField && (words[name] ?? '').length > 0);
}

/** Database connections that searches and writes leave free. */
const RESERVED_FOR_READS = 2;
/**
 * Usual number of searches at once, of which a member may have two; a small pool has fewer, so that writes have as
 * many places.
 */
const SEARCHES = 3;

/**
 * Places and lines of one of `processes` processes; record 0008 has the measurements. Writes and searches leave
 * RESERVED_FOR_READS connections to reads; sign-ins get as many places as keep the hashing busy. The waits are as
 * long as people bear: a late list is simply requested again, a written text must not be lost.
 */
function admissionLimits(processes: number): AdmissionLimits {
  const pool = servingPool(processes);
  const fair = Math.min(SEARCHES, Math.floor((pool - RESERVED_FOR_READS) / 2));
  const searches = Math.max(1, fair, Math.floor(pool / 4));
  const writes = Math.max(1, pool - searches - RESERVED_FOR_READS);
  const logins = 2 * hashingSlots(processes) + 1;
  return {
    // Begun in one turn of the event loop; most refusals come from here, so they come soon.
    intake: { atOnce: 8, leastWaiting: 400, waiting: 2_000, waitMs: 500, overloadMs: 100 },
    signIn: { atOnce: logins, waiting: 1_000, waitMs: 10_000, overloadMs: 2_000 },
    read: { atOnce: 2 * pool, waiting: 2_000, waitMs: 2_000, overloadMs: 500 },
    write: { atOnce: writes, waiting: 2_000, waitMs: 5_000, overloadMs: 700 },
    search: { atOnce: searches, waiting: 500, waitMs: 4_000, overloadMs: 700 },
    // An upload spends most of its time waiting for the network.
    upload: { atOnce: 256, waiting: 256, waitMs: 10_000, overloadMs: 2_000 },
    outside: { atOnce: 32, waiting: 200, waitMs: 5_000, overloadMs: 1_000 },
    file: { atOnce: 64, waiting: 2_000, waitMs: 2_000, overloadMs: 700 },
  };
}
