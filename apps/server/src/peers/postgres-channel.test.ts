import pg from 'pg';
import { describe, expect, inject, it } from 'vitest';
import { openPostgresChannel } from './postgres-channel.ts';

function open(url: string) {
  const received: string[] = [];
  const opened: boolean[] = [];
  const warnings: unknown[] = [];
  const channel = openPostgresChannel({
    url,
    log: { warn: (line: unknown) => void warnings.push(line) },
  });
  channel.listen({
    received: (text) => void received.push(text),
    opened: (isAgain) => void opened.push(isAgain),
  });
  return { channel, received, opened, warnings };
}

describe('messages by PostgreSQL [REL-97]', () => {
  it('arrive in order, also those sent while the connection was lost', async () => {
    const [one, two] = [open(inject('adminUrl')), open(inject('adminUrl'))];
    await Promise.all([one.channel.tried, two.channel.tried]);
    for (const text of ['a', 'b', 'c']) one.channel.send(text);
    await expect.poll(() => two.received).toEqual(['a', 'b', 'c']);
    expect([one.channel.isListening(), two.channel.isListening()]).toEqual([true, true]);

    const admin = new pg.Client(inject('adminUrl'));
    await admin.connect();
    await admin.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'naru news' and datname = current_database()",
    );
    await admin.end();
    await expect
      .poll(() => [one.opened, two.opened])
      .toEqual([
        [false, true],
        [false, true],
      ]);
    one.channel.send('d');
    await expect.poll(() => two.received).toEqual(['a', 'b', 'c', 'd']);
    await Promise.all([one.channel.close(), two.channel.close()]);
  });

  it('without a database a server goes on, and stops at once', async () => {
    const away = open('postgres://nobody@127.0.0.1:1/nothing');
    await away.channel.tried;
    away.channel.send('a');
    expect(away.channel.isListening()).toBe(false);
    expect(away.warnings.length).toBeGreaterThan(0);
    await away.channel.close();
  });

  it('a close while it connects leaves no connection', async () => {
    const { channel, opened } = open(inject('adminUrl'));
    await channel.close();
    expect(opened).toEqual([]);
  });
});
