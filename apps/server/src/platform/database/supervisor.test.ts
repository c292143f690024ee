import { afterEach, describe, expect, it, vi } from 'vitest';
import type { RunningPostgres } from './postgres-process.ts';
import { supervise } from './supervisor.ts';

/** A busy machine may need longer than the default second; a passing test never waits this long. */
const PATIENT_MS = 20_000;

interface Fake extends RunningPostgres {
  end(reason: string): void;
}

function fakePostgres(): Fake {
  let end: (reason: string) => void = () => undefined;
  const ended = new Promise<string>((resolve) => {
    end = resolve;
  });
  return { pid: 1, ended, end, stop: async () => end('stopped') };
}

const log = vi.fn<(line: string) => void>();
const onUnexpectedExit = vi.fn<(reason: string) => void>();
const pause = vi.fn(async () => undefined);

function startWith(...results: Array<Error | RunningPostgres>) {
  return vi.fn(async () => {
    const next = results.length > 1 ? results.shift() : results[0];
    if (!next || next instanceof Error) throw next ?? new Error('nothing left');
    return next;
  });
}

function watch(first: RunningPostgres, start: () => Promise<RunningPostgres>) {
  return supervise(first, { start, log, onUnexpectedExit, pause });
}

function isBack(): Promise<void> {
  return vi.waitFor(
    () => expect(log).toHaveBeenLastCalledWith('The database is back.'),
    PATIENT_MS,
  );
}

afterEach(() => {
  vi.clearAllMocks();
});

describe('supervise', () => {
  it('retries until the old processes are gone', async () => {
    const first = fakePostgres();
    const start = startWith(new Error('shared memory block is still in use'), fakePostgres());
    const supervisor = watch(first, start);
    first.end('ended by SIGKILL');
    await isBack();
    expect(start).toHaveBeenCalledTimes(2);
    await supervisor.stop();
    expect(onUnexpectedExit).not.toHaveBeenCalled();
  });

  it('gives up with the reason after a few tries', async () => {
    const first = fakePostgres();
    watch(first, startWith(new Error('corrupt')));
    first.end('exit code 1');
    await vi.waitFor(() => expect(onUnexpectedExit).toHaveBeenCalledOnce(), PATIENT_MS);
    expect(onUnexpectedExit).toHaveBeenCalledWith('corrupt');
  });

  it('retries as long as the disk is full [REL-08]', async () => {
    const first = fakePostgres();
    const full = Array.from({ length: 200 }, () => new Error('No space left on device'));
    const supervisor = watch(first, startWith(...full, fakePostgres()));
    first.end('exit code 1');
    await isBack();
    expect(pause).toHaveBeenCalledTimes(201);
    expect(onUnexpectedExit).not.toHaveBeenCalled();
    await supervisor.stop();
  });

  it('gives up on a database that ends right after each start', async () => {
    const dead = fakePostgres();
    dead.end('exit code 1');
    const start = startWith(dead);
    watch(dead, start);
    await vi.waitFor(() => expect(onUnexpectedExit).toHaveBeenCalledOnce(), PATIENT_MS);
    expect(start).toHaveBeenCalledTimes(4);
  });

  it('does not restart after a stop, nor during a pause', async () => {
    const start = startWith(fakePostgres());
    await watch(fakePostgres(), start).stop();
    const dying = fakePostgres();
    let supervisor: { stop(): Promise<void> } | undefined;
    pause.mockImplementationOnce(async () => {
      void supervisor?.stop();
    });
    supervisor = watch(dying, start);
    dying.end('ended by SIGKILL');
    await vi.waitFor(() => expect(pause).toHaveBeenCalled(), PATIENT_MS);
    await supervisor.stop();
    expect(start).not.toHaveBeenCalled();
  });

  it('stops a restart that was in progress when the stop was requested', async () => {
    const [dying, next] = [fakePostgres(), fakePostgres()];
    let ready: (postgres: RunningPostgres) => void = () => undefined;
    const start = vi.fn(
      () =>
        new Promise<RunningPostgres>((resolve) => {
          ready = resolve;
        }),
    );
    const supervisor = watch(dying, start);
    dying.end('ended by SIGKILL');
    await vi.waitFor(() => expect(start).toHaveBeenCalled(), PATIENT_MS);
    const stopped = supervisor.stop();
    ready(next);
    await stopped;
    expect(await next.ended).toBe('stopped');
  });
});
