import { ERRORS } from '@naru/contract/errors';

export const BODY_MAX = 262_144;
export const SECONDS_MAX = 1;
export const HELD_MAX_MS = 50;

/** Calls whose responses may be larger, with the reason. */
export const LARGE: Record<string, string> = {
  'GET /api/member/export': 'an archive of everything that a member wrote',
  'GET /api/admin/audit/export': 'the audit log as a file',
  'GET /api/admin/members/export': 'all members as a file',
  'GET /api/post/:id/must-read/export': 'all readers of a notice as a file',
  'GET /api/lecture-room/timetable.ics': 'a calendar file',
  'GET /feeds/:secret/:file': 'a calendar file',
  'GET /files/:name': 'a picture',
  'GET /files/chat/:name': 'a picture',
  'GET /files/attachments/:token': 'a file',
  'GET /files/videos/:name': 'a video',
  'GET /dev/outbox': 'the newest e-mails of a trial as a page; off in production',
};

export interface Response {
  status: number;
  type: string;
  body: Buffer;
}

const ERROR_KEYS = new Set(['error', 'message', 'errors', 'roomId', 'conflicts', 'requestId']);

/** What only the inside of the server says: stack traces, its files, and the words of the database. */
const INSIDE =
  /\n\s+at |node_modules|\.ts:\d|Failed query|syntax error at|violates|invalid input (?:syntax|value)|(?:relation|column) \\?"|ECONNREFUSED|DrizzleQuery|ZodError|TypeError|SyntaxError/;

/** What is wrong with a response, in short words; the same words for the same fault. */
export function faultsOf(call: string, { status, type, body }: Response): string[] {
  const faults: string[] = [];
  // Nothing here is away, full or too busy.
  if (status >= 500) faults.push(`responds with ${status}`);
  if (body.length > BODY_MAX && LARGE[call] === undefined) faults.push('has a body over 256 KB');
  if (status < 400) return faults;
  const text = body.toString();
  if (INSIDE.test(text)) faults.push('reveals the inside of the server');
  return [...faults, ...errorFaults(text, type)];
}

function errorFaults(text: string, type: string): string[] {
  if (!type.startsWith('application/json')) return ['has an error that is no JSON'];
  const error = parsed(text);
  if (error === null) return ['has an error that is no JSON'];
  const faults: string[] = [];
  if (!Object.hasOwn(ERRORS, String(error.error))) faults.push('has an unknown error code');
  if (!/[가-힣]/.test(String(error.message))) faults.push('has an error without a Korean message');
  if (!/^[0-9a-f]{32}$/.test(String(error.requestId))) faults.push('has an error without an id');
  if (Object.keys(error).some((key) => !ERROR_KEYS.has(key)))
    faults.push('has a foreign error key');
  return faults;
}

function parsed(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' ? (value as Record<string, unknown> | null) : null;
  } catch {
    return null;
  }
}
