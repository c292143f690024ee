import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type SourceConfig, sourceConfigSchema } from '@naru/contract/source-config';
import * as z from 'zod/mini';
import { findSelectorFaults } from './reading/selectors.ts';

/** The message has one line for each fault of the file. */
export class SourcesFileError extends Error {}

/** Sources of one installation. */
const SOURCES_MAX = 50;
const SHAPE = 'must be { "sources": [ … ] }';

const fileSchema = z.strictObject({ sources: z.array(z.unknown()) });

/**
 * Reads the sources of the file that SOURCES_FILE names, by default `sources.json` in DATA_DIR. Null
 * without that one, which another server may have. Throws SourcesFileError with a line for each fault, which names source and field.
 */
export async function readSourcesFile(env: {
  DATA_DIR: string;
  SOURCES_FILE?: string | undefined;
}): Promise<SourceConfig[] | null> {
  const path = env.SOURCES_FILE ?? join(env.DATA_DIR, 'sources.json');
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? cause.code : cause;
    if (code === 'ENOENT' && env.SOURCES_FILE === undefined) return null;
    throw new SourcesFileError(`${path} cannot be read (${code})`, { cause });
  }
  const { sources, faults } = parseSources(text);
  if (faults.length === 0) return sources;
  throw new SourcesFileError(faults.map((fault) => `${path}: ${fault}`).join('\n'));
}

function parseSources(text: string): { sources: SourceConfig[]; faults: string[] } {
  const document = parseJson(text);
  if (typeof document === 'string') return { sources: [], faults: [document] };
  const file = z.safeParse(fileSchema, document.value);
  if (!file.success) return { sources: [], faults: [SHAPE] };
  const given = file.data.sources;
  const faults = given.length > SOURCES_MAX ? [`has more than ${SOURCES_MAX} sources`] : [];
  const sources: SourceConfig[] = [];
  for (const [index, value] of given.slice(0, SOURCES_MAX).entries()) {
    const label = labelOf(value, index);
    const read = z.safeParse(sourceConfigSchema, value);
    if (!read.success) {
      faults.push(...read.error.issues.map((issue) => `${label}: ${describe(issue, value)}`));
      continue;
    }
    const own = findSelectorFaults(read.data);
    faults.push(...own.map(({ field, english }) => `${label}: ${field} ${english}`));
    if (sources.some(({ name }) => name === read.data.name)) {
      faults.push(`${label}: name is that of another source`);
    }
    sources.push(read.data);
  }
  return { sources, faults };
}

/** Returns the fault for text that is no JSON. */
function parseJson(text: string): { value: unknown } | string {
  try {
    return { value: JSON.parse(text.replace(/^\ufeff/, '')) };
  } catch (error) {
    return `is not JSON: ${error instanceof Error ? error.message.replaceAll(/\s+/g, ' ') : error}`;
  }
}

/** The name where there is one, else its place in the file. */
function labelOf(value: unknown, index: number): string {
  const name = typeof value === 'object' && value !== null && 'name' in value ? value.name : null;
  return typeof name === 'string' && name !== ''
    ? `source "${name.slice(0, 40)}"`
    : `source ${index + 1}`;
}

/** Such as `intervalMinutes must be a whole number from 10 to 10080`. */
function describe(issue: z.core.$ZodIssue, source: unknown): string {
  const field = issue.path.join('.');
  if (isMissing(source, issue.path)) return `${field} is missing`;
  switch (issue.code) {
    case 'custom':
      return `${field} ${issue.params?.english ?? issue.message}`.trim();
    case 'unrecognized_keys': {
      const keys = issue.keys.map((key) => (field === '' ? key : `${field}.${key}`));
      return `${keys.join(', ')} is no field of it`;
    }
    case 'invalid_value':
      return `${field} must be one of ${issue.values.join(', ')}`;
    case 'invalid_union':
      return `${field || 'it'} must be one of ${optionsOf(issue).join(', ')}`;
    case 'invalid_type':
      return `${field || 'it'} must be a ${issue.expected}`;
    default:
      return `${field} is wrong`;
  }
}

function optionsOf(issue: z.core.$ZodIssueInvalidUnion): string[] {
  return 'options' in issue && Array.isArray(issue.options) ? issue.options.map(String) : [];
}

function isMissing(source: unknown, path: readonly PropertyKey[]): boolean {
  let value = source;
  for (const key of path) {
    if (typeof value !== 'object' || value === null) return false;
    value = (value as Record<PropertyKey, unknown>)[key];
  }
  return value === undefined;
}
