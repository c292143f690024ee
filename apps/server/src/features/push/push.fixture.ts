import { sql } from 'drizzle-orm';
import type { TestBrowser } from '../../testing/push-service.ts';
import type { SignedIn, TestApp } from '../../testing/test-app.ts';

type Server = Pick<TestApp['services'], 'push'>;

/** Subscribes the session on a browser; throws when that is refused. */
export async function subscribe(t: TestApp, as: SignedIn, browser: TestBrowser): Promise<void> {
  const body = browser.subscription;
  const { status, json } = await t.call('PUT', '/api/push/device', { as, body });
  if (status !== 200) throw new Error(`subscription refused: ${JSON.stringify(json)}`);
}

/** Plans what is due and sends what is planned, as the jobs do, whatever the time of the database is. */
export async function deliver(t: TestApp, { push }: Server = t.services): Promise<void> {
  await push.sweep();
  await sendPlanned(t, { push });
}

export async function sendPlanned(
  t: TestApp,
  { push }: Server = t.services,
  attempt = 1,
): Promise<void> {
  const { rows } = await t.db.execute<{ id: string }>(
    sql`select id from push_messages order by id`,
  );
  await Promise.all(rows.map(({ id }) => push.tasks['push-about']({ id: Number(id), attempt })));
}

/** When the last job that sends a message runs, in seconds after the test's time. */
export async function nextTry(t: TestApp): Promise<number | null> {
  const { rows } = await t.db.execute<{ at: Date | string }>(sql`
    select run_at as at from graphile_worker.jobs
    where task_identifier = 'push-about' order by id desc limit 1`);
  const at = rows[0]?.at;
  return at === undefined ? null : (new Date(at).getTime() - t.clock.now().getTime()) / 1000;
}
