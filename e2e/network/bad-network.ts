import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { type Fate, startFront } from '../support/front.ts';
import { startSlowLink } from './slow-link.ts';

/**
 * `slow`: 400 kbit/s each way and 400 ms there and back. `lossy`: one of ten calls is lost, before or after the server
 * has acted. `lost-response`: the first three responses to each kind of write are lost, as browsers repeat a request up to
 * twice by themselves, and all of them while something is sent. `offline`: there is no network when something is sent. `restart`: nor a server, for
 * some seconds.
 */
export type NetworkName = 'slow' | 'lossy' | 'lost-response' | 'offline' | 'restart';

const LOSS = 0.1;
/** How long a balancer says that no server is ready, and then how long nothing listens. */
const RESTART_MS = { unavailable: 2000, refused: 2000 };

export interface BadNetwork {
  url: string;
  name: NetworkName;
  /** Until then everything arrives. */
  begin(): void;
  /** Takes the network away, */
  cut(): void;
  /** or loses every call; what is written arrives and its response is lost. */
  deafen(): void;
  mend(): void;
  /** Takes the server away for some seconds. */
  restart(): void;
  /** Calls that were lost, and all calls since `begin`. */
  counts: { lost: number; calls: number };
  close(): Promise<void>;
}

/** The network of one person, on the way to the server at `target`. */
export async function startBadNetwork(
  target: string,
  { name, seed }: { name: NetworkName; seed: string },
): Promise<BadNetwork> {
  const counts = { lost: 0, calls: 0 };
  const times = new Map<string, number>();
  let hasBegun = false;
  let isAway = false;
  let isDeaf = false;

  function fateOf(incoming: IncomingMessage): Fate {
    if (isAway) return 'unavailable';
    const call = callOf(incoming);
    if (!hasBegun || call === null) return 'arrives';
    const time = (times.get(call) ?? 0) + 1;
    times.set(call, time);
    counts.calls += 1;
    const fate = isDeaf ? deafTo(call) : (FATES[name]?.({ seed, call, time }) ?? 'arrives');
    if (fate !== 'arrives') counts.lost += 1;
    return fate;
  }

  const link = name === 'slow' ? await startSlowLink(target) : null;
  const front = await startFront(link?.url ?? target, link === null ? fateOf : undefined);
  let timer: NodeJS.Timeout | undefined;
  return {
    url: front.url,
    name,
    counts,
    begin: () => {
      hasBegun = true;
    },
    cut: front.cut,
    deafen: () => {
      isDeaf = true;
      // Ends the streams that are open.
      front.cut();
      front.mend();
    },
    mend: () => {
      isDeaf = false;
      front.mend();
    },
    restart: () => {
      isAway = true;
      timer = setTimeout(() => {
        isAway = false;
        front.cut();
        timer = setTimeout(front.mend, RESTART_MS.refused);
      }, RESTART_MS.unavailable);
    },
    close: async () => {
      clearTimeout(timer);
      await front.close();
      await link?.close();
    },
  };
}

/** Method and path of a call of the API or an upload, the same in each run; null for all else. */
function callOf({ method = 'GET', url = '/' }: IncomingMessage): string | null {
  const { pathname } = new URL(url, 'http://localhost');
  if (!pathname.startsWith('/api/') && method === 'GET') return null;
  const parts = pathname.split('/').map((part) => (/\d|[\w-]{24}/.test(part) ? '*' : part));
  return `${method} ${parts.join('/')}`;
}

/** One of the calls with the same method and path, which are counted from 1. */
interface Call {
  seed: string;
  call: string;
  time: number;
}

const FATES: Partial<Record<NetworkName, (call: Call) => Fate>> = {
  lossy: drawn,
  'lost-response': ({ call, time }) => (isWrite(call) && time <= 3 ? 'response lost' : 'arrives'),
};

const isWrite = (call: string) => !/^(GET|HEAD) /.test(call);
const deafTo = (call: string): Fate => (isWrite(call) ? 'response lost' : 'request lost');

/** Depends on nothing but the call, so that the order of calls does not matter. */
function drawn({ seed, call, time }: Call): Fate {
  const hash = createHash('sha256').update(`${seed} ${call} ${time}`).digest();
  const number = hash.readUInt32BE() / 2 ** 32;
  if (number >= LOSS) return 'arrives';
  // The response of the event stream never ends.
  return number < LOSS / 2 || call === 'GET /api/events' ? 'request lost' : 'response lost';
}
