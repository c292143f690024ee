import pg from 'pg';

export interface RoundTrips {
  /** The statements of each round trip, in the order in which they were sent. */
  trips: string[][];
}

type Query = (...parameters: unknown[]) => Promise<unknown>;

/**
 * Records what the connections of this process send while `work` runs, BEGIN and COMMIT included. A
 * statement that is sent while an earlier one of its connection is under way shares its round trip.
 */
export async function recordRoundTrips<T>(
  work: () => Promise<T>,
): Promise<RoundTrips & { result: T }> {
  const trips: string[][] = [];
  const underWay = new WeakMap<pg.Client, { count: number; trip: string[] }>();
  const prototype = pg.Client.prototype as unknown as { query: Query };
  const send = prototype.query;
  prototype.query = function query(this: pg.Client, ...parameters) {
    const connection = underWay.get(this) ?? { count: 0, trip: [] };
    underWay.set(this, connection);
    if (connection.count === 0 || !this.pipeline) {
      connection.trip = [];
      trips.push(connection.trip);
    }
    connection.trip.push(textOf(parameters[0]));
    connection.count += 1;
    const done = () => {
      connection.count -= 1;
    };
    const last = parameters.at(-1);
    if (typeof last !== 'function') {
      const sent = send.apply(this, parameters);
      sent.then(done, done);
      return sent;
    }
    const callback = (...results: unknown[]) => {
      done();
      last(...results);
    };
    return send.apply(this, [...parameters.slice(0, -1), callback]);
  };
  try {
    return { result: await work(), trips };
  } finally {
    prototype.query = send;
  }
}

function textOf(query: unknown): string {
  if (typeof query === 'string') return query;
  const { name, text } = query as { name?: string; text?: string };
  return name ?? text ?? '';
}
