import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { readEnv } from '../config/env.ts';
import { connect, type Db } from '../db/client.ts';
import { createOutgoing, describeHold } from '../domain/outgoing/outgoing.ts';
import { createAuditService } from '../features/audit/audit.service.ts';
import type { Waiting } from '../features/outgoing/outgoing.repo.ts';
import { createOutgoingService } from '../features/outgoing/outgoing.service.ts';
import { systemClock } from '../platform/clock.ts';
import { isUndefinedTable, openDatabase, RefusedError, runCli } from './command-line.ts';

const USAGE = 'Usage: npm run resume [-- --drop | --status | --hold]';
const NOTHING_HELD = 'Nothing is held: e-mails and notifications leave as usual.';

const ACTIONS = ['drop', 'status', 'hold'] as const;
type Action = 'resume' | (typeof ACTIONS)[number];

const FLAG = { type: 'boolean', default: false } as const;
const FLAGS = { drop: FLAG, status: FLAG, hold: FLAG };

/**
 * `npm run resume` resumes outgoing messages, jobs and sources, which pause after a restore, a move or a copy.
 * `--drop` discards the waiting messages first, `--status` only reports, and `--hold` pauses. Works whether or not
 * the server runs.
 */
async function main(): Promise<void> {
  const action = readAction();
  const given = readEnv(process.env);
  const database = await openDatabase({ ...given, DATA_DIR: resolve(given.DATA_DIR) });
  try {
    const client = connect(database.url, { onError: () => undefined, max: 2 });
    try {
      process.stdout.write(`${await carryOut(client.db, action)}\n`);
    } catch (error) {
      if (!isUndefinedTable(error)) throw error;
      throw new RefusedError('The database is older than this program. Start the server once.');
    } finally {
      await client.close();
    }
  } finally {
    await database.close();
  }
}

function readAction(): Action {
  try {
    const { values } = parseArgs({ options: FLAGS });
    const [action = 'resume', ...others] = ACTIONS.filter((one) => values[one]);
    if (others.length > 0) throw new Error('one action');
    return action;
  } catch {
    throw new RefusedError(USAGE);
  }
}

async function carryOut(db: Db, action: Action): Promise<string> {
  const tools = { db, clock: systemClock, log: console };
  const outgoing = createOutgoing(tools);
  const service = createOutgoingService({ ...tools, audit: createAuditService(tools) });
  if (action === 'hold') await outgoing.hold('ASKED');
  if (action === 'hold' || action === 'status') {
    const hold = await outgoing.findHold();
    if (hold === null) return NOTHING_HELD;
    return `${describeHold(hold)}.\nWaiting: ${listOf(await service.countWaiting())}.`;
  }
  const waited = await service.resume(null, { drop: action === 'drop' });
  if (waited === null) return NOTHING_HELD;
  return action === 'drop'
    ? `Dropped what waited (${messagesOf(waited)}). What comes up from now on leaves again, and sources are read.`
    : `Everything outgoing goes on within seconds: ${listOf(waited)}.`;
}

/** Leaves out sources: they only read, so there is nothing to drop. */
const messagesOf = ({ emails, pushes, invitations }: Waiting) =>
  `${emails} e-mails, ${pushes} notifications for devices, ${invitations} invitations`;
const listOf = (waiting: Waiting) => `${messagesOf(waiting)}, ${waiting.sources} sources to read`;

runCli(main);
