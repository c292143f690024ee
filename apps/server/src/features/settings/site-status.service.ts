import type { LiveEvent } from '@naru/contract/events';
import type {
  EditedSiteNotice,
  ReadOnlyInput,
  ReadOnlyState,
  SiteNoticeInput,
  SiteStatus,
} from '@naru/contract/site-status';
import { requireVersion, versionOf } from '../../domain/edits/versions.ts';
import type { LiveStreams } from '../../domain/live/live-streams.ts';
import type { Actor } from '../../platform/actor.ts';
import { toKst } from '../../platform/clock.ts';
import { shareRuns } from '../../platform/shared-runs.ts';
import type { Tools } from '../tools.ts';
import { listSettings, lockSettings, upsertSettings } from './settings.repo.ts';
import {
  endedTimes,
  READ_WRITE,
  readOnlyText,
  type StoredState,
  shownNotice,
  storedState,
} from './site-status.state.ts';

/** How long a process relies on what it has read. */
const FRESH_MS = 2_000;
const KEYS = { notice: 'siteNotice', readOnly: 'readOnly' } as const;

/** No member acts where the operator runs a command. */
const NOBODY = { memberId: 0 };

interface Deps extends Pick<Tools, 'db' | 'clock' | 'audit' | 'events' | 'log'> {
  streams: Pick<LiveStreams, 'sendUnnumbered' | 'count'>;
  /** `FRESH_MS` by default. */
  freshMs: number | undefined;
}

export type SiteStatusService = ReturnType<typeof createSiteStatusService>;

/**
 * The notice above every page, and whether the site is read-only. Both are rows of `settings`, which each process
 * reads again every two seconds while it needs them: so other servers and commands reach it without a message.
 */
export function createSiteStatusService(deps: Deps) {
  const { db, clock, audit, events, log, streams, freshMs = FRESH_MS } = deps;
  let known: StoredState | null = null;
  let readAt = Number.NEGATIVE_INFINITY;
  let sent: string | null = null;

  const read = shareRuns(async () => {
    const startedAt = performance.now();
    known = stateOf(await listSettings(db));
    readAt = startedAt;
    return known;
  });
  const current = async () =>
    known !== null && performance.now() - readAt < freshMs ? known : read();

  events.on('site-changed', look);

  /** Sends the status to the open streams of this process if it is not the one that they have. */
  async function look(): Promise<void> {
    const status = statusOf(await read(), 'MEMBERS');
    const next = JSON.stringify(status);
    if (next === sent) return;
    sent = next;
    await streams.sendUnnumbered({ type: 'site', ...status });
  }

  function statusOf({ notice, readOnly }: StoredState, reader: 'ALL' | 'MEMBERS'): SiteStatus {
    const now = clock.now();
    return {
      notice: shownNotice(notice, reader, now),
      readOnly: readOnly.isOn ? readOnlyText(readOnly, now) : null,
    };
  }

  return {
    /** What pages show: with `MEMBERS` also a notice that is for members only. */
    getStatus: async (reader: 'ALL' | 'MEMBERS') => statusOf(await current(), reader),

    /** First event of a new stream; null where nothing was ever shown. */
    async findGreeting(): Promise<LiveEvent | null> {
      const state = await current();
      return state.isUntouched ? null : { type: 'site', ...statusOf(state, 'MEMBERS') };
    },

    /** The sentence with which writes are refused; null while they are not. */
    async findReadOnlyText(): Promise<string | null> {
      return statusOf(await current(), 'ALL').readOnly;
    },

    async isReadOnly(): Promise<boolean> {
      return (await current()).readOnly.isOn;
    },

    /** When the last read-only times began and ended, oldest first. */
    async listReadOnlyTimes(): Promise<{ since: Date; endedAt: Date }[]> {
      return endedTimes((await current()).readOnly).map(({ since, endedAt }) => ({
        since: new Date(since),
        endedAt: new Date(endedAt),
      }));
    },

    /** Looks for changes every two seconds while pages are open; returns what ends that. */
    watch(): () => void {
      const timer = setInterval(() => {
        if (streams.count() === 0) return;
        look().catch((err: unknown) => log.warn({ err }, 'site status not read'));
      }, FRESH_MS).unref();
      return () => clearInterval(timer);
    },

    async getEditedNotice(): Promise<EditedSiteNotice> {
      return withVersion((await read()).notice);
    },

    /** Throws EDIT_CONFLICT when the notice is no longer that of `version`. */
    async saveNotice(actor: Actor, input: SiteNoticeInput, version?: string) {
      await change(actor, KEYS.notice, ({ notice }) => {
        requireVersion(version, withoutTime(notice));
        return { ...input, savedAt: clock.now().toISOString() };
      });
      return withVersion((await read()).notice);
    },

    async getReadOnly(): Promise<ReadOnlyState> {
      return presentReadOnly(await read());
    },

    /** The actor is null for a command of the operator. */
    async startReadOnly(actor: Actor | null, { reason, until }: ReadOnlyInput) {
      await change(actor, KEYS.readOnly, ({ readOnly }) => ({
        isOn: true,
        reason,
        until: until ?? null,
        since: readOnly.isOn ? readOnly.since : clock.now().toISOString(),
        endedAt: null,
        earlier: endedTimes(readOnly),
      }));
      return presentReadOnly(await read());
    },

    async endReadOnly(actor: Actor | null): Promise<ReadOnlyState> {
      await change(actor, KEYS.readOnly, ({ readOnly }) =>
        readOnly.isOn
          ? {
              ...READ_WRITE,
              since: readOnly.since,
              endedAt: clock.now().toISOString(),
              earlier: endedTimes(readOnly),
            }
          : null,
      );
      return presentReadOnly(await read());
    },
  };

  /** Stores what `next` makes of the stored state under the key; null: nothing changes. */
  async function change(
    actor: Actor | null,
    key: string,
    next: (state: StoredState) => object | null,
  ): Promise<void> {
    await db.transaction(async (tx) => {
      await lockSettings(tx);
      const stored = await listSettings(tx);
      const value = next(stateOf(stored));
      if (value === null) return;
      const after = JSON.stringify(value);
      await upsertSettings(tx, new Map([[key, after]]), clock.now());
      const by = actor === null && { by: 'command line' };
      const detail = { setting: key, before: stored.get(key) ?? '', after, ...by };
      await audit.record(tx, actor ?? NOBODY, { action: 'setting.update', detail });
    });
    events.emit('site-changed', {});
  }
}

function stateOf(stored: ReadonlyMap<string, string>): StoredState {
  return storedState(stored.get(KEYS.notice), stored.get(KEYS.readOnly));
}

/** The version leaves out when it was saved, which nobody edits. */
function withoutTime({ savedAt: _, ...notice }: StoredState['notice']): SiteNoticeInput {
  return notice;
}

function withVersion(stored: StoredState['notice']): EditedSiteNotice {
  const notice = withoutTime(stored);
  return { ...notice, version: versionOf(notice) };
}

function presentReadOnly({ readOnly }: StoredState): ReadOnlyState {
  const { isOn, reason, until, since } = readOnly;
  if (!isOn || since === null) return { readOnly: null };
  const time = (at: string) => toKst(new Date(at));
  return { readOnly: { reason, until: until && time(until), since: time(since) } };
}
