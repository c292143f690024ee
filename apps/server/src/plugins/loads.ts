import { accountRoutes } from '@naru/contract/account';
import { adminRoutes } from '@naru/contract/admin';
import { authRoutes } from '@naru/contract/auth';
import { chatFileRoutes, chatRoutes } from '@naru/contract/chat';
import { eventRoutes } from '@naru/contract/events';
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
import type { Load } from '../platform/admission/admission.ts';

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

/** Calls whose load their method does not tell; null: they wait for nobody. */
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
  // These ask the store of files first.
  [fileRoutes.presign, 'upload'],
  [attachmentRoutes.attachmentPresign, 'upload'],
  [videoRoutes.videoPresign, 'upload'],
  [chatFileRoutes.chatPresign, 'upload'],
  // Every page of a member whose access token has expired begins with it.
  [authRoutes.refresh, 'read'],
  [postRoutes.summaryMulti, 'read'],
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

/** What a request loads; null for those that wait for nobody. Everything but a call is a file. */
export function loadOf({ routeOptions, is404, query }: FastifyRequest): Load | null {
  const { route } = routeOptions.config;
  if (route === undefined || is404) return 'file';
  const load = loadOfRoute(route);
  return load === 'read' && route.query !== undefined && hasWords(query) ? 'search' : load;
}

/** Whether it searches a list; the name of the field may be escaped in the address. */
function hasWords(query: unknown): boolean {
  const { query: words = '' } = query as { query?: string | string[] };
  return words.length > 0;
}
