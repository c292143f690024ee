import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import ICAL from 'ical.js';
import PostalMime from 'postal-mime';
import { createPost } from '../factories/posts.ts';
import type { SignedIn, TestApp } from '../test-app.ts';
import { CORPUS } from './corpus.ts';
import type { HostileWorld } from './hostile-world.ts';

/** Names of the headers that Naru's e-mails have. */
const MAIL_HEADERS =
  /^(from|to|subject|message-id|date|mime-version|content-|list-unsubscribe|auto-submitted)/;
const FORMULA = /^(?:[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠]|[\t\r])/u;
/** What may follow a name and a value in a header line. */
const CONTROL = /[\p{Cc}\u2028\u2029]/u;

/** What hostile texts did outside the browser: in tables, calendars, e-mails, headers of files and the log. */
export async function findFileFaults(t: TestApp, { world }: HostileWorld): Promise<string[]> {
  const { student, byRole } = world;
  return [
    ...(await checkTables(t, byRole.ADMIN)),
    ...(await checkCalendar(t, student)),
    ...(await checkEmails(t)),
    ...(await checkFileNames(t, student)),
    ...checkLog(t),
  ];
}

async function checkTables(t: TestApp, as: SignedIn): Promise<string[]> {
  const { text, status } = await t.call('GET', '/api/admin/audit/export', { as });
  const cells = text.split(/"(?:,|\r\n)"/).map((cell) => cell.replaceAll('""', '"'));
  return [
    ...(status === 200 && cells.length > 100 ? [] : [`the audit log has ${cells.length} cells`]),
    ...cells.filter((cell) => FORMULA.test(cell)).map((cell) => `runs as a formula: ${cell}`),
  ];
}

async function checkCalendar(t: TestApp, as: SignedIn): Promise<string[]> {
  const times = [{ day: 'MONDAY', start: 9, end: 10 }];
  const term = { year: 2026, semester: 2 };
  let sent = 0;
  for (const text of CORPUS.filter((one) => /[\r\n;,\\]/.test(one))) {
    const body = { title: text, place: text, themeColor: '#ffd9e3', ...term, times };
    const { status } = await t.call('POST', '/api/timetable/entries', { as, body });
    if (status === 201) sent += 1;
  }
  const url = '/api/lecture-room/timetable.ics?year=2026&semester=2';
  const { text } = await t.call('GET', url, { as });
  const names =
    /^(BEGIN|END|VERSION|PRODID|NAME|METHOD|CALSCALE|X-|TZ|DT|UID|SEQUENCE|LAST-MODIFIED|SUMMARY|LOCATION|DESCRIPTION|RRULE|EXDATE|TIMEZONE|URL|[ \t])/;
  const lines = text.split('\r\n').filter((line) => line !== '');
  const calendar = new ICAL.Component(ICAL.parse(text));
  const events = calendar.getAllSubcomponents('vevent');
  return [
    ...(sent > 0 && events.length >= sent ? [] : [`${events.length} events of ${sent} entries`]),
    ...events.flatMap((event) => event.getAllSubcomponents().map(({ name }) => `has a ${name}`)),
    ...lines.filter((line) => !names.test(line)).map((line) => `line of a calendar: ${line}`),
  ];
}

async function checkEmails(t: TestApp): Promise<string[]> {
  await t.mails();
  const folder = join(t.dataDir, 'outbox');
  const names = (await readdir(folder)).filter((name) => name.endsWith('.eml'));
  const faults: string[] = names.length > 5 ? [] : ['there are no e-mails'];
  for (const name of names) {
    const { headers, bcc, cc, to } = await PostalMime.parse(await readFile(join(folder, name)));
    const odd = headers.filter(({ key, value }) => !MAIL_HEADERS.test(key) || CONTROL.test(value));
    faults.push(...odd.map(({ key, value }) => `header of an e-mail: ${key}: ${value}`));
    if (bcc || cc || to?.length !== 1) faults.push(`an e-mail goes to others too: ${name}`);
  }
  return faults;
}

/** Names of files that members choose, in the header of the download. */
async function checkFileNames(t: TestApp, as: SignedIn): Promise<string[]> {
  const faults: string[] = [];
  let sent = 0;
  for (const text of CORPUS) {
    const name = `${text.replaceAll('\0', '')}.pdf`;
    const body = Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\n%%EOF\n');
    const query = new URLSearchParams({
      filename: name,
      contentType: 'application/pdf',
      size: String(body.length),
    });
    const { json, status } = await t.call('GET', `/api/attachments/presign?${query}`, { as });
    if (status !== 200) continue;
    const headers = { 'content-type': 'application/pdf' };
    await t.call('PUT', json.uploadUrl, { body, headers });
    const id = await createPost(t, as, { attachments: [json.key] });
    const { dto } = (await t.call('GET', `/api/post/${id}`, { as })).json;
    const download = await t.call('GET', dto.attachments[0].url);
    const said = String(download.headers['content-disposition']);
    sent += 1;
    if (download.status === 200 && isOneAttachment(said)) continue;
    faults.push(`download of ${JSON.stringify(name)}: ${download.status} ${said}`);
  }
  return sent > CORPUS.length / 2 ? faults : [...faults, `only ${sent} names of files were taken`];
}

/** `attachment` with a quoted name of ASCII and the name in percent code, and nothing else. */
const isOneAttachment = (value: string): boolean =>
  /^attachment; filename="(?:[^"\\\p{Cc}]|\\["\\])*"(?:; filename\*=UTF-8''[\w!#$&+.^`|~%-]*)?$/u.test(
    value,
  ) || /^attachment; filename=[\w!#$&+.^`|~%'*-]+$/.test(value);

/** One line of JSON each, whatever is in it. */
function checkLog({ logs }: TestApp): string[] {
  const isOneLine = (line: string) => /^\{[^\p{Cc}]*\}\n$/u.test(line) && JSON.parse(line).msg;
  return [
    ...(logs.length > 0 ? [] : ['the log is empty']),
    ...logs.filter((line) => !isOneLine(line)).map((line) => `line of the log: ${line}`),
  ];
}
