import type { Env } from '../../config/env.ts';
import { connect, type Db } from '../../db/client.ts';
import { findFirstAdmin } from '../../domain/access/members.repo.ts';
import { findMemberId } from '../../features/members/members.repo.ts';
import { grantAdmin } from '../../features/members/members.service.ts';
import { DEFAULT_IDENTITY, DEFAULT_SETTINGS } from '../../features/site/site.config.ts';
import { pingDatabase } from '../../features/system/system.repo.ts';
import { messageOf } from '../../platform/database/errors.ts';
import type { Services } from '../../wiring/services.ts';
import { hasEmbedded, openDatabase, RefusedError } from '../command-line.ts';
import type { Answers, NewAdmin, Present } from './answers.ts';
import type { Settings } from './questions.ts';

export interface Applied {
  /** `had it`: the member already exists, and the password stays. */
  admin: 'created' | 'granted' | 'had it' | 'none';
  /** The accounts of the demo are still there. */
  hasDemo: boolean;
}

/** Names and administrators of the installation; the defaults if it does not exist yet. */
export async function readPresent(env: Env, settings: Settings): Promise<Present> {
  const empty = {
    settings,
    names: DEFAULT_IDENTITY,
    isNamed: false,
    contactEmail: '',
    hasAdmin: false,
  };
  if (env.DATABASE_URL === undefined && !hasEmbedded(env)) return empty;
  if (env.DATABASE_URL !== undefined && (await findDatabaseProblem(env.DATABASE_URL)) !== null) {
    return empty;
  }
  return withCommunity(env, async ({ identity, settings: site, clock }, db) => {
    const names = await identity.get();
    const { footer } = await site.get();
    const isKnown = footer.email !== DEFAULT_SETTINGS.footer.email;
    return {
      settings,
      names,
      isNamed: names.departmentName !== DEFAULT_IDENTITY.departmentName,
      contactEmail: isKnown ? footer.email : '',
      hasAdmin: (await findFirstAdmin(db, clock.now())) !== null,
    };
  });
}

/** Creates the administrator and sets the names, which the audit log records under the administrator. */
export async function applyAnswers(env: Env, answers: Answers): Promise<Applied> {
  return withCommunity(env, async (services, db) => {
    const { demo, identity, settings, clock } = services;
    // Names first, so that password and nickname are checked against the new ones.
    const former = await identity.get();
    Object.assign(former, answers.names);
    const admin = answers.admin === null ? 'none' : await addAdmin(services, db, answers.admin);
    const memberId = await findFirstAdmin(db, clock.now());
    if (memberId === null) throw new RefusedError('There is no administrator yet.');
    const actor = { memberId, sessionId: '', roles: ['ADMIN'] as const };
    await identity.save(actor, { ...(await identity.get()), ...answers.names });
    const site = await settings.get();
    const footer = { ...site.footer, contact: answers.names.officeName };
    if (answers.contactEmail !== '') footer.email = answers.contactEmail;
    await settings.save(actor, { ...site, footer });
    return { admin, hasDemo: await demo.isPresent() };
  });
}

async function addAdmin(services: Services, db: Db, admin: NewAdmin): Promise<Applied['admin']> {
  const { credentials, clock, audit } = services;
  const isKnown = (await findMemberId(db, admin.username)) !== null;
  if (!isKnown) await credentials.registerVouched(admin);
  const result = await grantAdmin(db, clock, audit, admin.username);
  if (result === 'had it') return result;
  return isKnown ? 'granted' : 'created';
}

async function withCommunity<T>(
  env: Env,
  use: (services: Services, db: Db) => Promise<T>,
): Promise<T> {
  const database = await openDatabase(env, { create: true });
  try {
    // Loads the whole server, which questions and refusals do not need.
    const { withServices } = await import('../services.ts');
    return await withServices(env, database.url, use);
  } finally {
    await database.close();
  }
}

/** Why the database at the address does not respond; null if it does. */
export async function findDatabaseProblem(url: string): Promise<string | null> {
  const client = connect(url, { onError: () => undefined, max: 1 });
  try {
    await pingDatabase(client.db);
    return null;
  } catch (error) {
    return messageOf(error instanceof Error ? (error.cause ?? error) : error);
  } finally {
    await client.close();
  }
}
