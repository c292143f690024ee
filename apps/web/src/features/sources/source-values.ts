import { type SourceConfig, sourceConfigSchema } from '@naru/contract/source-config';
import { type FieldValues, get, set } from 'react-hook-form';
import * as z from 'zod/mini';
import { groupsOf } from './source-fields.ts';
import { partsOf } from './source-words.ts';

/** Categories of the cafeterias by the names that staff know. */
const MEALS = {
  정식: 'SET_MENU',
  양식: 'WESTERN',
  분식: 'SNACK',
  라면: 'RAMEN',
  조식: 'BREAKFAST',
  중식: 'LUNCH',
  석식: 'DINNER',
} as const;
const MEAL_NAMES = new Map<string, string>(Object.entries(MEALS));
const MEAL_CODES = new Map<string, string>(
  Object.entries(MEALS).map(([name, code]) => [code, name]),
);

/** Each control of the form has the path of its value; all are texts, an empty one is absent. */
export type SourceValues = FieldValues;

/** In the order of the screen, also what only some types have: the first wrong one gets the focus. */
export const NEW_VALUES: SourceValues = {
  way: 'html:auto',
  title: '',
  url: '',
  boardType: 'NOTICE_DEPT',
  files: '',
  cafeteria: 'student',
  list: undefined,
  fields: undefined,
  pageUrl: '',
  table: '',
  days: 'columns',
  week: '',
  restaurant: '',
  meals: '',
  row: '',
  event: '',
  date: '',
  end: '',
  year: '',
  detail: undefined,
  intervalMinutes: '60',
  charset: 'auto',
  hosts: '',
  name: '',
  preset: '',
};

/** The values of the form as a configuration, with the paths of the controls. */
export const sourceFormSchema: z.ZodMiniType<SourceConfig, SourceValues> = z.pipe(
  z.transform((values: SourceValues) => toConfig(values)),
  sourceConfigSchema,
);

/** Equal for values that read the same: names, board and interval change nothing of it. */
export function fingerprintOf(values: SourceValues): string {
  const {
    name: _,
    title: __,
    boardType: ___,
    intervalMinutes: ____,
    ...read
  } = toConfig(values) as FieldValues;
  return JSON.stringify(read);
}

function toConfig(values: SourceValues): z.input<typeof sourceConfigSchema> {
  const { type, preset } = partsOf(values.way);
  const config: FieldValues = { type, ...(preset !== null && { preset }) };
  for (const { path } of groupsOf(values.way).flatMap(({ fields }) => fields)) {
    const text = String(get(values, path) ?? '').trim();
    if (text !== '') set(config, path, parsedOf(path, text));
  }
  if (config.list?.id !== undefined) config.list.id = idOf(config.list.id);
  // Where the schema asks for a value below it, its own sentence is missing.
  if (type === 'html' && preset === null) config.list ??= {};
  if (type === 'json') config.fields ??= {};
  return config as z.input<typeof sourceConfigSchema>;
}

function parsedOf(path: string, text: string): unknown {
  if (path === 'intervalMinutes') return Number(text);
  if (path === 'hosts') return linesOf(text);
  if (path !== 'meals') return text;
  const pairs = linesOf(text).map((line) => {
    const at = line.lastIndexOf('=');
    const meal = at < 0 ? '' : line.slice(at + 1).trim();
    return [at < 0 ? line : line.slice(0, at).trim(), MEAL_NAMES.get(meal) ?? meal];
  });
  return Object.fromEntries(pairs);
}

/** Where the number of an article is, from the three controls that say it. */
function idOf(given: { from?: string; value?: string; within?: string }): unknown {
  const { from, value = '', within } = given;
  if (from === undefined) return undefined;
  if (from === 'segment') return { from, position: numberOf(value) };
  if (from === 'call') {
    return { from, name: within, argument: value === '' ? undefined : numberOf(value) };
  }
  return { from, name: value, ...(from === 'attribute' && { path: within }) };
}

/** The values of the form for a stored configuration. */
export function toValues(config: SourceConfig): SourceValues {
  const hasPreset = config.type === 'html' && config.preset !== undefined;
  const way = hasPreset ? `html:${config.preset}` : config.type;
  const values: SourceValues = { way };
  for (const { path } of groupsOf(way).flatMap(({ fields }) => fields)) {
    if (!path.startsWith('list.id.')) set(values, path, textOf(path, get(config, path)));
  }
  const id: FieldValues | undefined = get(config, 'list.id');
  if (config.type === 'html') {
    const value = id?.argument ?? id?.position ?? id?.name ?? '';
    const within = (id?.from === 'call' ? id.name : id?.path) ?? '';
    set(values, 'list.id', { from: id?.from ?? '', value: String(value), within });
  }
  return values;
}

function textOf(path: string, value: unknown): string {
  // The form leaves out what is so without it.
  if (value === undefined || (path === 'files' && value === 'link')) return '';
  if (path === 'hosts') return (value as string[]).join('\n');
  if (path !== 'meals') return String(value);
  return Object.entries(value as Record<string, string>)
    .map(([heading, code]) => `${heading} = ${MEAL_CODES.get(code) ?? code}`)
    .join('\n');
}

function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/** Text that is no number stays wrong, so that the schema says what it wants. */
function numberOf(text: string): number | string {
  return /^\d+$/.test(text) ? Number(text) : text;
}
