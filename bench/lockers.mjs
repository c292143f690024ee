import { join } from 'node:path';
import { installEmpty } from './lib/installation.mjs';
import { percentile } from './lib/numbers.mjs';
import { atMost, must, none, printMeasurements } from './lib/rows.mjs';
import { numbersFrom, runBench } from './lib/run-bench.mjs';

/* Everybody wants a locker at nine: 2,000 members press five times each, 64 of them at any moment. */
const AT_ONCE = 64;
const TERM = { startsAt: '2099-03-01T00:00:00+09:00', endsAt: '2099-07-01T00:00:00+09:00' };
const LIMIT_MS = 1_000;

await runBench(async (temp) => {
  const defaults = { requests: 10_000, lockers: 100, members: 2_000 };
  const wanted = numbersFrom(process.argv.slice(2), defaults, {
    requests: 200,
    lockers: 10,
    members: 50,
  });
  const { requests, lockers, members } = wanted;
  const installation = await installEmpty(join(temp.path, 'data'), members);
  const { server, people } = installation;
  const resourceId = await makeLockers(installation, lockers);
  const times = [];
  const statuses = new Map();
  let next = 0;
  const press = async () => {
    while (next < requests) {
      const { authorization } = people[next % people.length];
      next += 1;
      const began = performance.now();
      const response = await fetch(`${server.url}/api/bookings`, {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json' },
        body: JSON.stringify({ resourceId, ...TERM }),
      });
      await response.arrayBuffer();
      times.push(performance.now() - began);
      statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, press));
  const [{ held, units, owners }] = await installation.query(
    `select count(*)::integer as held, count(distinct unit_id)::integer as units,
      count(distinct member_id)::integer as owners from bookings where state = 'BOOKED'`,
  );
  const made = statuses.get(201) ?? 0;
  const refused = statuses.get(409) ?? 0;
  const rows = [
    must(
      'lockers given away',
      `${lockers}, none twice`,
      `${held} to ${owners}`,
      held === lockers && units === held && owners === held && made === held,
    ),
    none('requests that failed', requests - made - refused, `${refused} of ${requests} refused`),
    atMost('a request, p99', LIMIT_MS, percentile(times, 0.99), {
      unit: 'ms',
      note: `p50 ${percentile(times, 0.5).toFixed(0)} ms`,
    }),
  ];
  printMeasurements(rows);
  // Times depend on the machine; what was given away does not.
  return rows.slice(0, 2).every(({ isMet }) => isMet);
});

async function makeLockers({ query }, count) {
  const [{ id }] = await query(
    `insert into booking_resources (name, span, way, slot_minutes, length_max, hours, ahead_days, term_starts_on, term_ends_on)
     values ('사물함', 'TERM', 'FIRST', 60, 1, '[null,null,null,null,null,null,null]', 1, '2099-03-01', '2099-06-30')
     returning id`,
  );
  await query(
    `insert into booking_units (resource_id, name, position)
     select $1, n || '번', n from generate_series(1, $2::integer) n`,
    [id, count],
  );
  return id;
}
