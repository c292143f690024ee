import { randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import PostalMime from 'postal-mime';
import { writeFileAtomically } from '../atomic-file.ts';
import { type Clock, toKst } from '../clock.ts';
import { type Message, messageOf } from './email.ts';

export interface OutboxEmail extends Message {
  /** ISO 8601 with the Korean offset. */
  date: string;
}

export type Outbox = ReturnType<typeof createOutbox>;

const LIST_MAX = 200;
const COUNTER_DIGITS = 8;

interface Options {
  folder: string;
  from: string;
  clock: Clock;
}

/** E-mails as `.eml` files in a folder, for installations without SMTP. */
export function createOutbox({ folder, from, clock }: Options) {
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  let counter = 0;

  return {
    async send(email: Message): Promise<void> {
      counter += 1;
      const date = clock.now();
      const path = join(folder, fileName(date, counter));
      const composed = await composer.sendMail({ ...messageOf(email, from), date });
      if (!Buffer.isBuffer(composed.message)) throw new Error('The mail was not composed at once');
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await writeFileAtomically(path, composed.message);
    },

    /** Newest first, at most 200. */
    async list(): Promise<OutboxEmail[]> {
      const names = await listEmailFiles(folder);
      const newest = names.sort().reverse().slice(0, LIST_MAX);
      return Promise.all(newest.map((name) => readEmail(join(folder, name))));
    },
  };
}

/** Sorts by time, then by writing order. */
function fileName(date: Date, counter: number): string {
  const instant = date.toISOString().replace(/[-:.]/g, '');
  const order = String(counter).padStart(COUNTER_DIGITS, '0');
  return `${instant}-${order}-${randomBytes(4).toString('hex')}.eml`;
}

async function listEmailFiles(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  return names.filter((name) => name.endsWith('.eml'));
}

async function readEmail(path: string): Promise<OutboxEmail> {
  const parsed = await PostalMime.parse(await readFile(path));
  return {
    to: parsed.to?.[0]?.address ?? '',
    subject: parsed.subject ?? '',
    text: (parsed.text ?? '').replace(/\r\n/g, '\n').trimEnd(),
    date: toKst(new Date(parsed.date ?? 0)),
  };
}
