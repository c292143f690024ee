import { parseArgs } from 'node:util';
import { readOnlyBody } from '@naru/contract/site-status';
import type { SiteStatusService } from '../features/settings/site-status.service.ts';
import { RefusedError } from './command-line.ts';

export const READ_ONLY_USAGE =
  'read-only on "<reason>" [--until "2026-12-01 09:00"], read-only off, or read-only status';

/** Minutes in Korean time, as the operator writes them. */
const TIME = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d)$/;

/** Switches the read-only mode as `args` say, and returns what to print. Throws RefusedError for other arguments. */
export async function switchReadOnly(
  service: SiteStatusService,
  args: readonly string[],
): Promise<string> {
  const { action, body } = readArguments(args);
  if (action === 'off') {
    await service.endReadOnly(null);
    return 'Everything can be stored again. Servers notice within seconds, and jobs that waited go on.';
  }
  if (body !== null) await service.startReadOnly(null, body);
  const text = await service.findReadOnlyText();
  if (text === null) return 'The site is not read-only.';
  return `The site is read-only: ${text}\nServers refuse writes within 2 seconds; those under way are completed.`;
}

function readArguments(args: readonly string[]) {
  try {
    const { positionals, values } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { until: { type: 'string' } },
    });
    const [action, reason, ...others] = positionals;
    const hasText = reason !== undefined || values.until !== undefined;
    if (others.length > 0 || (action !== 'on' && hasText)) throw new Error('too many words');
    if (action === 'off' || action === 'status') return { action, body: null };
    if (action !== 'on') throw new Error('no action');
    return { action, body: readOnlyBody.parse({ reason, until: instantOf(values.until) }) };
  } catch {
    throw new RefusedError(`Usage: npm run admin -- ${READ_ONLY_USAGE}`);
  }
}

function instantOf(until: string | undefined): string | null {
  if (until === undefined) return null;
  const [, day, time] = TIME.exec(until) ?? [];
  return `${day}T${time}:00+09:00`;
}
