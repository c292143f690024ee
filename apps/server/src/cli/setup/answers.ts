import { readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { emailField, joinBody } from '@naru/contract/auth';
import { type SiteIdentity, siteIdentityBody } from '@naru/contract/identity';
import * as z from 'zod/mini';
import { findProblem, isSettingName } from '../../config/env.ts';
import { messageOf } from '../../platform/database/errors.ts';
import { randomToken } from '../../platform/secrets.ts';
import { RefusedError } from '../command-line.ts';
import { findNonsense } from './nonsense.ts';
import type { Settings } from './questions.ts';

const { siteName, universityName, departmentName, officeName } = siteIdentityBody.shape;
export const namesSchema = z.object({ siteName, universityName, departmentName, officeName });
export type Names = z.output<typeof namesSchema>;

const { username, name, nickname, email, password } = joinBody.shape;
export const adminSchema = z.object({ username, name, nickname, email, password });
export type NewAdmin = z.output<typeof adminSchema>;

/** What setup finds, as the defaults of its questions. */
export interface Present {
  settings: Settings;
  names: SiteIdentity;
  /** Whether the department has been named. */
  isNamed: boolean;
  contactEmail: string;
  hasAdmin: boolean;
}

/** The answers to all questions. */
export interface Answers {
  names: Names;
  /** E-mail address for visitors who are not signed in. */
  contactEmail: string;
  settings: Settings;
  /** Null: keeps the present administrators. */
  admin: NewAdmin | null;
  /** Shown once, as nobody else knows it. */
  hasMadePassword: boolean;
  /** Gets an e-mail that tests the settings. */
  testEmail: string | null;
}

const RANDOM_BYTES = 12;
export const makePassword = () => randomToken(RANDOM_BYTES);

const setting = z.pipe(z.union([z.string(), z.int()]), z.transform(String));
const fileSchema = z.strictObject({
  names: z._default(z.strictObject(z.partial(namesSchema).shape), {}),
  contactEmail: z.optional(emailField),
  settings: z._default(z.record(z.string(), setting), {}),
  admin: z.optional(
    z.strictObject({
      ...adminSchema.shape,
      nickname: z.optional(nickname),
      password: z.optional(password),
    }),
  ),
  testEmail: z.optional(emailField),
});

/**
 * Reads the answers from a JSON file, or from standard input for `-`; missing answers leave their settings
 * unchanged. Throws RefusedError with a line that names the wrong answer.
 */
export async function readAnswers(path: string, present: Present): Promise<Answers> {
  const result = z.safeParse(fileSchema, parse(path, await readText(path)));
  if (!result.success) throw new RefusedError(firstProblem(path, result.error));
  const given = result.data;
  for (const [key, value] of Object.entries(given.settings)) refuseSetting(key, value);
  const names = z.safeParse(namesSchema, {
    ...present.names,
    ...given.names,
    ...(present.isNamed ? {} : { departmentName: given.names.departmentName ?? '' }),
  });
  if (!names.success) throw new RefusedError(firstProblem(path, names.error, 'names'));
  const { admin } = given;
  if (admin === undefined && !present.hasAdmin) {
    throw new RefusedError(`${path}: admin is missing, and there is no administrator yet`);
  }
  return {
    names: names.data,
    contactEmail: given.contactEmail ?? admin?.email ?? present.contactEmail,
    settings: { ...present.settings, ...given.settings },
    admin: admin === undefined ? null : completeAdmin(admin),
    hasMadePassword: admin !== undefined && admin.password === undefined,
    testEmail: given.testEmail ?? null,
  };
}

function completeAdmin(admin: Omit<NewAdmin, 'nickname' | 'password'> & Partial<NewAdmin>) {
  return {
    ...admin,
    nickname: admin.nickname ?? suggestNickname(admin.name),
    password: admin.password ?? makePassword(),
  };
}

/** The name without characters that a nickname may not have. */
export function suggestNickname(name: string): string {
  return [...name.replace(/[^0-9A-Za-z가-힣]/g, '')].slice(0, 10).join('') || makeNickname();
}

const makeNickname = () => `n${randomToken(6).replace(/[^0-9A-Za-z]/g, '0')}`;

async function readText(path: string): Promise<string> {
  try {
    return path === '-' ? await text(process.stdin) : readFileSync(path, 'utf8');
  } catch (error) {
    throw new RefusedError(`${path} cannot be read: ${messageOf(error)}`);
  }
}

function parse(path: string, content: string): unknown {
  try {
    return JSON.parse(content);
  } catch {
    throw new RefusedError(`${path} is not JSON`);
  }
}

function firstProblem(path: string, error: z.core.$ZodError, under = ''): string {
  const [issue] = error.issues;
  const where = [under, ...(issue?.path ?? [])].filter((part) => part !== '').join('.');
  return `${path}: ${where === '' ? '' : `${where}: `}${issue?.message ?? 'is wrong'}`;
}

function refuseSetting(name: string, value: string): void {
  if (!isSettingName(name)) throw new RefusedError(`${name} is no setting of Naru`);
  const problem = findProblem(name, value);
  if (problem !== null) throw new RefusedError(`${name} ${problem}`);
  const nonsense = findNonsense(name, value);
  if (nonsense !== undefined) throw new RefusedError(`${name}: ${nonsense}`);
}
