import * as z from 'zod/mini';
import { dateSchema, idParams, messageSchema, versionField, versionSchema } from './fields.ts';
import { del, get, post, put } from './route.ts';
import { type SourceConfig, sourceConfigSchema } from './source-config.ts';
import { webAddress } from './source-fields.ts';
import { TEXTS } from './texts.ts';

/** FILE: of the operator's file, CONSOLE: added in the console. */
export const SOURCE_ORIGINS = ['FILE', 'CONSOLE'] as const;

/** How the last run ended. NEW: there was none; SAME: the page had not changed. */
export const SOURCE_STATES = ['NEW', 'READ', 'SAME', 'FAILED'] as const;

const faultSchema = z.object({
  /** Which article, row or day. */
  place: z.string(),
  /** Why it was left out, in Korean. */
  message: z.string(),
});
export type SourceFault = z.output<typeof faultSchema>;

/** Menus that a page shows as those of other days than last time. */
const menuMoveSchema = z.object({
  /** Days by which they have moved; less than zero to earlier ones. */
  by: z.number(),
  /** The first and last day that they are for now, yyyy-mm-dd. */
  from: z.string(),
  to: z.string(),
  /** Of these menus, to which a decision belongs. */
  hash: z.string(),
});
export type MenuMove = z.output<typeof menuMoveSchema>;

const counts = {
  created: z.number(),
  updated: z.number(),
  unchanged: z.number(),
  refused: z.number(),
};

const sourceFields = {
  id: z.number(),
  name: z.string(),
  title: z.string(),
  origin: z.enum(SOURCE_ORIGINS),
  /** The `type` of its configuration. */
  type: z.string(),
  url: z.string(),
  intervalMinutes: z.number(),
  /** False while it is paused. */
  isEnabled: z.boolean(),
  /** Being read now, or about to be because somebody asked for it. */
  isRunning: z.boolean(),
  state: z.enum(SOURCE_STATES),
  nextRunAt: dateSchema,
  lastRunAt: z.nullable(dateSchema),
  lastSuccessAt: z.nullable(dateSchema),
  /** Why the last run failed, in Korean; null when it did not. */
  error: z.nullable(z.string()),
  failuresInRow: z.number(),
  /** What the last run that did not fail has done. */
  ...counts,
  /** How many articles, rows or days were left out. */
  faultCount: z.number(),
  /** Waits for a decision; null when nothing does. */
  menuMove: z.nullable(menuMoveSchema),
};

export const sourceSchema = z.object(sourceFields);
export type Source = z.output<typeof sourceSchema>;

const sourceDetailSchema = z.object({
  ...sourceFields,
  /** At most 50. */
  faults: z.array(faultSchema),
  config: z.custom<SourceConfig>(),
  version: versionSchema,
});
export type SourceDetail = z.output<typeof sourceDetailSchema>;

/** What a run would bring. */
const previewSchema = z.object({
  /** Why the page cannot be read, in Korean; null when it can. */
  error: z.nullable(z.string()),
  /** How many articles, parts of days or dates there are; the lists below have the first ones. */
  total: z.number(),
  articles: z.array(
    z.object({
      sourceId: z.string(),
      title: z.string(),
      targetUrl: z.string(),
      publishedAt: z.nullable(dateSchema),
      isPinned: z.boolean(),
      /** The first words. */
      excerpt: z.string(),
      attachments: z.number(),
      /** Names of the first of them. */
      files: z.optional(z.array(z.string())),
      /** How many of its pictures and files would be copied; absent where all become links. */
      copies: z.optional(z.object({ pictures: z.number(), files: z.number() })),
    }),
  ),
  menus: z.array(
    z.object({
      date: z.string(),
      cafeteria: z.enum(['student', 'staff']),
      state: z.string(),
      dishes: z.record(z.string(), z.array(z.string())),
    }),
  ),
  dates: z.array(z.object({ title: z.string(), startDate: z.string(), endDate: z.string() })),
  faults: z.array(faultSchema),
});
export type SourcePreview = z.output<typeof previewSchema>;

const recognisedSchema = z.object({
  /** Null when nothing fits. */
  config: z.nullable(z.custom<SourceConfig>()),
  /** Null without a configuration that can be read. */
  preview: z.nullable(previewSchema),
  /** Why the address cannot be read, or what is missing, in Korean. */
  problem: z.nullable(z.string()),
  /** What was looked at instead of the address, in Korean. */
  notes: z.array(z.string()),
  /** Ways to read one of several restaurants of the page, in place of `config`; absent where there is one alone. */
  choices: z.optional(z.array(z.object({ name: z.string(), config: z.custom<SourceConfig>() }))),
  /** For a source of the address, also where nothing fits. */
  suggested: z.object({ name: z.string(), title: z.string() }),
  /** The source that reads this address already. */
  same: z.nullable(z.object({ id: z.number(), title: z.string() })),
});
export type RecognisedSource = z.output<typeof recognisedSchema>;

const saved = z.object({ id: z.number(), message: z.string() });

/** Pages of others that fill boards, menus and the calendar. */
export const sourceRoutes = {
  list: get('/api/admin/sources', 'MANAGER', {
    summary: 'All sources with their state, by title',
    response: z.object({ sources: z.array(sourceSchema) }),
  }),
  detail: get('/api/admin/sources/:id', 'MANAGER', {
    summary: 'One source with its configuration and what its last run left out',
    params: idParams,
    response: z.object({ source: sourceDetailSchema }),
    errors: ['SOURCE_NOT_FOUND'],
  }),
  dryRun: post('/api/admin/sources/dry-run', 'MANAGER', {
    summary: 'Read a page as a source would, within 10 seconds, and store nothing',
    whileReadOnly: true,
    body: sourceConfigSchema,
    response: z.object({ preview: previewSchema }),
    errors: ['TOO_MANY_REQUESTS'],
  }),
  recognise: post('/api/admin/sources/recognise', 'MANAGER', {
    summary: 'Find out how an address is read, within 10 seconds, and show what it would bring',
    whileReadOnly: true,
    body: z.object({
      url: webAddress,
      /** Address of one article of the list, where scripts hide how it is made. */
      articleUrl: z.optional(webAddress),
    }),
    response: z.object({ recognised: recognisedSchema }),
    errors: ['TOO_MANY_REQUESTS'],
  }),
  create: post('/api/admin/sources', 'MANAGER', {
    summary: 'Add a source; its first run begins at once and notifies nobody',
    body: sourceConfigSchema,
    status: 201,
    response: saved,
    errors: ['SOURCE_NAME_TAKEN', 'SOURCE_LIMIT'],
  }),
  update: put('/api/admin/sources/:id', 'MANAGER', {
    summary: 'Change a source of the console; its name stays',
    params: idParams,
    query: z.object({ version: versionField }),
    body: sourceConfigSchema,
    response: saved,
    errors: ['SOURCE_NOT_FOUND', 'SOURCE_OF_FILE', 'EDIT_CONFLICT'],
  }),
  remove: del('/api/admin/sources/:id', 'MANAGER', {
    summary: 'Delete a source of the console; what it brought stays',
    params: idParams,
    response: messageSchema,
    errors: ['SOURCE_NOT_FOUND', 'SOURCE_OF_FILE'],
  }),
  run: post('/api/admin/sources/:id/run', 'MANAGER', {
    summary: 'Read a source now, also a paused one',
    params: idParams,
    response: messageSchema,
    errors: ['SOURCE_NOT_FOUND', 'SOURCE_RUNNING'],
  }),
  decideMove: put('/api/admin/sources/:id/menu-move', 'MANAGER', {
    summary: 'Store menus that have moved to other days, or leave what is stored',
    params: idParams,
    body: z.object({
      hash: z.string().check(z.regex(/^[\w-]{1,64}$/, TEXTS.valueInvalid)),
      store: z.boolean(),
    }),
    response: messageSchema,
    errors: ['SOURCE_NOT_FOUND', 'SOURCE_RUNNING', 'EDIT_CONFLICT'],
  }),
  setEnabled: put('/api/admin/sources/:id/enabled', 'MANAGER', {
    summary: 'Pause a source or let it go on',
    params: idParams,
    body: z.object({ enabled: z.boolean() }),
    response: messageSchema,
    errors: ['SOURCE_NOT_FOUND'],
  }),
};
