import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Env, readEnv } from '../config/env.ts';
import { htmlToText } from '../domain/posts/html-text.ts';
import type { SourceContent } from '../features/sources/reading/read-source.ts';
import type { Actor } from '../platform/actor.ts';
import { addDays, kstDay } from '../platform/clock.ts';
import type { Services } from '../wiring/services.ts';
import { openPlace, sizeText } from './command-line.ts';
import {
  linesOfFaults,
  type ReadOfFile,
  readOfFile,
  report,
  SHOWN,
  type SourceSettings,
  shown,
} from './source-check.ts';

/** Lines of the article that is shown as a whole. */
const TEXT_LINES = 60;
/** Days of menus that are shown, from today. */
const MENU_DAYS = 14;
const WEEK = 7;
/** Members alone read posts. */
const READER = {
  username: 'reader',
  name: '읽는 사람',
  nickname: '읽는 사람',
  email: 'reader@naru.example',
};

/**
 * Imports a source of the file into a database that exists for this call only, and returns what members would
 * see there, as lines. Of the real installation only the file of sources is read. Throws RefusedError.
 */
export async function trySource(
  env: SourceSettings,
  name: string,
  options: { isLocal: boolean },
): Promise<string> {
  const read = await readOfFile(env, name, options);
  const folder = await mkdtemp(join(tmpdir(), 'naru-try-'));
  try {
    return report([...read.head, ...(await importInto(ownEnv(env, folder), read))]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Settings with which nothing outside of the folder is reached: no database, store or mail server. */
function ownEnv({ PUBLIC_URL }: SourceSettings, folder: string): Env {
  return readEnv({ DATA_DIR: folder, PUBLIC_URL });
}

async function importInto(env: Env, read: ReadOfFile): Promise<string[]> {
  const { config, content, faults, fetchPage } = read;
  // Loads the whole server, which a source that cannot be read does not need.
  const { withServices } = await import('./services.ts');
  const database = await openPlace(env);
  try {
    return await withServices(
      env,
      database.url,
      async (services) => {
        const imported = await services.sources.importRead(config, { content, faults });
        return [...(await seen(services, read)), ...linesOfFaults(imported.faults)];
      },
      { fetchPage },
    );
  } finally {
    await database.close();
  }
}

function seen(services: Services, { config, content }: ReadOfFile): Promise<string[]> {
  switch (content.kind) {
    case 'articles':
      return linesOfBoard(services, 'boardType' in config ? config.boardType : 'NOTICE_DEPT');
    case 'menus':
      return linesOfMenus(services);
    case 'dates':
      return linesOfCalendar(services, content.dates);
  }
}

async function linesOfBoard(
  { posts, credentials }: Services,
  boardType: 'NOTICE_UNIV' | 'NOTICE_DEPT',
): Promise<string[]> {
  const password = randomBytes(24).toString('base64url');
  const memberId = await credentials.registerVouched({ ...READER, password });
  const reader: Actor = { memberId, sessionId: '', roles: ['USER'] };
  const query = { boardType, page: 0, size: 20 };
  const { pageResponse } = await posts.list(reader, query as Parameters<typeof posts.list>[1]);
  const rows = pageResponse.posts.map((post) => {
    const badges = [...(post.pinned ? ['pinned'] : []), ...(post.head ? [post.head.name] : [])];
    const marks = badges.map((badge) => `[${badge}] `).join('');
    return `${post.createdDate.slice(0, 16).replace('T', ' ')} ${marks}${post.title}`;
  });
  const [first] = pageResponse.posts;
  const article = first === undefined ? [] : await linesOfArticle(posts, reader, first.id);
  return [`Board ${boardType}, ${pageResponse.totalCount} notices:`, ...rows, ...article];
}

async function linesOfArticle(
  posts: Services['posts'],
  reader: Actor,
  id: number,
): Promise<string[]> {
  const post = await posts.get(reader, id);
  const lines = htmlToText(post.content).split('\n');
  return [
    `The first one: ${post.title}`,
    `  ${post.targetUrl}`,
    ...lines.slice(0, TEXT_LINES).map((line) => `  ${line}`),
    ...post.attachments.map(({ name, bytes }) => `  file ${name}: ${sizeText(bytes)}`),
  ];
}

async function linesOfMenus({ cafeteria, clock }: Services): Promise<string[]> {
  const today = kstDay(clock.now());
  const lines: string[] = [];
  for (let from = 0; from < MENU_DAYS; from += WEEK) {
    for (const day of await cafeteria.listWeek(addDays(today, from))) {
      lines.push(...linesOfDay(day));
    }
  }
  return [`Menus of ${MENU_DAYS} days from ${today}:`, ...lines];
}

type Day = Awaited<ReturnType<Services['cafeteria']['listWeek']>>[number];

function linesOfDay(day: Day): string[] {
  const cafeterias = [
    ['student', day.studentState, day.studentCafeteria],
    ['staff', day.staffState, day.staffCafeteria],
  ] as const;
  return cafeterias.flatMap(([name, state, meals]) => {
    const served = Object.entries(meals).filter(([, dishes]) => dishes.length > 0);
    if (served.length === 0 && state !== 'CLOSED') return [];
    const dishes = served.map(([meal, list]) => `  ${meal}: ${list.join(', ')}`);
    return [`${day.date} ${name} ${state}`, ...dishes];
  });
}

async function linesOfCalendar(
  { academicCalendar }: Services,
  dates: Extract<SourceContent, { kind: 'dates' }>['dates'],
): Promise<string[]> {
  const days = dates.flatMap(({ startDate, endDate }) => [startDate, endDate]).toSorted();
  const range = { from: days[0] ?? '', to: days.at(-1) ?? '' };
  const stored = days.length === 0 ? [] : await academicCalendar.list(range);
  const lines = shown(stored, ({ title, startsOn, endsOn, kind }) => [
    `${startsOn === endsOn ? startsOn : `${startsOn} to ${endsOn}`} ${title} (${kind})`,
  ]);
  return [`Calendar, ${stored.length} dates, the first ${SHOWN}:`, ...lines];
}
