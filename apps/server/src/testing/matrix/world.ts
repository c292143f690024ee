import { ROLES, type Role, roleRank } from '@naru/contract/roles';
import type { Route } from '@naru/contract/route';
import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { memberRoles, throttles } from '../../db/schema/index.ts';
import { JOINED_AT } from '../factories/members.ts';
import { createServiceKey } from '../factories/sources.ts';
import type { SignedIn, TestApp } from '../test-app.ts';

/** The members that requests of the role matrix use, and an uploaded picture. */
export interface World {
  t: TestApp;
  byRole: Record<Role, SignedIn>;
  /** The caller in the columns `Own` and `Non` of the role matrix. */
  student: SignedIn;
  /** Owner of the objects in all columns but `Own`; has the role SYSTEM, which may write everywhere. */
  other: SignedIn;
  /** The student with the token of a service key, as callers of the calls for programs. */
  service: SignedIn;
  png: Buffer;
  fileUrl: string;
}

export async function createWorld(t: TestApp): Promise<World> {
  const entries = await Promise.all(ROLES.map(async (role) => [role, await t.signIn(role)]));
  const other = await t.signIn('SYSTEM');
  const png = await sharp({
    create: { width: 8, height: 8, channels: 3, background: '#0a5' },
  })
    .png()
    .toBuffer();
  const presigned = await presign(t, other);
  const put = await t.call('PUT', presigned.uploadUrl, {
    body: png,
    headers: { 'content-type': 'image/png' },
  });
  if (put.status !== 200) throw new Error(`upload refused: ${put.text}`);
  const byRole = Object.fromEntries(entries);
  const student = await t.signIn('STUDENT');
  const { headers } = await createServiceKey(t, byRole.ADMIN);
  return {
    t,
    byRole,
    student,
    service: { ...student, headers },
    other,
    png,
    fileUrl: presigned.fileUrl,
  };
}

/** Returns the student, an ADMIN for a route that students may not call, or the holder of a service key. */
export function callerOf(
  { student, byRole, service }: World,
  { access }: Pick<Route, 'access'>,
): SignedIn {
  if (access === 'serviceKey') return service;
  const required = ROLES.find((role) => role === access);
  return required !== undefined && roleRank(required) > roleRank('STUDENT')
    ? byRole.ADMIN
    : student;
}

export async function presign(
  t: TestApp,
  as: SignedIn,
): Promise<{ uploadUrl: string; fileUrl: string }> {
  const url = '/api/aws/S3/presign?filename=a.png&contentType=image/png';
  return pathsOf((await t.call('GET', url, { as })).json);
}

/** The paths of addresses of the site. */
export function pathsOf<K extends string>(addresses: Record<K, string>): Record<K, string> {
  const paths = Object.entries<string>(addresses).map(([key, one]) => [key, new URL(one).pathname]);
  return Object.fromEntries(paths) as Record<K, string>;
}

/** Resets all rate limits and the read-only mode, so that no case refuses the next one. */
export async function clearThrottles(t: TestApp): Promise<void> {
  await t.db.delete(throttles);
  const { siteStatus } = t.services;
  if (await siteStatus.isReadOnly()) await siteStatus.endReadOnly(null);
}

/** Replaces a member's roles, as a grant or a revocation does. */
export async function setRoles(t: TestApp, memberId: number, roles: Role[]): Promise<void> {
  await t.db.delete(memberRoles).where(eq(memberRoles.memberId, memberId));
  if (roles.length > 0) {
    await t.db
      .insert(memberRoles)
      .values(roles.map((role) => ({ memberId, role, grantedAt: JOINED_AT })));
  }
}
