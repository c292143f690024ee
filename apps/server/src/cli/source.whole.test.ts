import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { kstDay, systemClock } from '../platform/clock.ts';
import { type LocalSite, startLocalSite } from '../testing/local-site.ts';
import { runCli } from '../testing/started-program.ts';
import { checkSource } from './source-check.ts';

let site: LocalSite;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'naru-source-'));
  await mkdir(join(folder, 'tmp'));
  site = await startLocalSite();
  const common = { title: '공지', boardType: 'NOTICE_DEPT' };
  const list = { row: 'li', title: 'a', date: 'i', number: 'b' };
  const sources = [
    { ...common, type: 'html', name: 'notices', url: `${site.origin}/list`, list },
    { ...common, type: 'feed', name: 'outside', url: 'https://www.example.ac.kr/rss' },
    {
      ...{ ...common, type: 'html', name: 'whole', url: `${site.origin}/list`, list },
      detail: { body: '.b', attachments: '.f' },
    },
    {
      ...{ type: 'menu-table', name: 'menu', title: '식단', url: `${site.origin}/menu` },
      ...{ cafeteria: 'staff', meals: { 중식: 'LUNCH' } },
    },
    {
      ...{ type: 'date-table', name: 'dates', title: '일정', url: `${site.origin}/dates` },
      ...{ row: 'li', event: 'i', date: 'b' },
    },
    { ...common, type: 'feed', name: 'copied', url: `${site.origin}/rss`, files: 'copy' },
  ];
  await writeFile(join(folder, 'sources.json'), JSON.stringify({ sources }));
  const rows = Array.from(
    { length: 12 },
    (_, index) =>
      `<li><b>${index === 0 ? '공지' : index}</b><a href="/v/${index}">글 ${index}\u001b[2J</a><i>2026.11.20</i>`,
  );
  site.pages.set('/list', { body: `<ul>${rows.join('')}</ul>` });
});
afterAll(async () => {
  await site.close();
  await rm(folder, { recursive: true });
});

const run = (...args: string[]) =>
  runCli('source-cli', args, { DATA_DIR: folder, TMPDIR: join(folder, 'tmp') });
const check = (name: string, isLocal = false) =>
  checkSource({ DATA_DIR: folder, SOURCES_FILE: undefined, PUBLIC_URL: site.origin }, name, {
    isLocal,
  });

describe('npm run source', () => {
  it('ends with one line when it cannot check [SRC-12]', async () => {
    const usage = 'Usage: npm run source -- check|try <name> [--local]';
    expect(await run('check', 'a', 'b')).toEqual({ out: '', error: usage, code: 1 });
    await expect(check('missing')).rejects.toThrow(
      /^There is no source missing; the file has notices, outside, whole, menu, dates, copied$/,
    );
    await expect(check('notices')).rejects.toThrow(/^notices cannot be read, ADDRESS_REFUSED: /);
    await expect(check('outside', true)).rejects.toThrow(/^--local is for addresses of this mach/);
    expect(site.connections()).toBe(0);
  });

  it('prints what a source of this machine would bring [SRC-12]', async () => {
    const { out, error, code } = await run('check', 'notices', '--local');
    expect([error, code]).toEqual(['', 0]);
    const lines = out.split('\n');
    expect(lines[0]).toBe(`notices (공지), html: ${site.origin}/list`);
    expect(lines[1]).toMatch(/^12 articles for NOTICE_DEPT, read in \d+\.\d s$/);
    expect(lines.slice(2, 6)).toEqual([
      '[pinned] 글 0 [2J',
      `  id ${site.origin}/v/0, 2026-11-20 00:00, ${site.origin}/v/0`,
      '  body of 0 characters',
      '글 1 [2J',
    ]);
    expect(lines.slice(-2)).toEqual(['… and 2 more', 'No faults.']);
  });

  it('says how many files it would copy, and asks for none [SRC-64]', async () => {
    const images = ['/a.png', '/a.png', '/b.png', 'https://www.other.example/c.png'];
    const body = images.map((src) => `<img src="${src}">`).join('');
    site.pages.set('/rss', {
      body: `<rss version="2.0"><channel><title>공지</title><item><title>글</title>
        <link>${site.origin}/v/1</link><description><![CDATA[${body}]]></description>
        <enclosure url="${site.origin}/a.hwp" length="1" type="application/x-hwp"/></item></channel></rss>`,
    });
    site.requests.length = 0;
    expect(await check('copied', true)).toContain('\n  to be copied: pictures 2, files 1\n');
    expect(site.requests).toEqual(['/rss']);
  });

  it('tries a source in a database of its own, and leaves nothing of it [SRC-172]', async () => {
    const before = await readdir(folder);
    for (let id = 0; id < 12; id += 1) {
      const body = `<div class="b"><p>${id}번 글의 <b>본문</b></p></div><a class="f" href="/a.hwp">안내.hwp</a>`;
      site.pages.set(`/v/${id}`, { body });
    }
    const { out, error, code } = await run('try', 'whole', '--local');
    expect([error, code]).toEqual([expect.stringMatching(/^Creating the database in .*$/), 0]);
    const lines = out.split('\n');
    expect(lines[0]).toBe(`whole (공지), html: ${site.origin}/list`);
    expect(lines.slice(2, 5)).toEqual([
      'Board NOTICE_DEPT, 12 notices:',
      '2026-11-20 00:00 [pinned] 글 0 [2J',
      '2026-11-20 00:00 글 1 [2J',
    ]);
    const first = lines.indexOf('The first one: 글 0 [2J');
    expect(lines.slice(first + 1, first + 3)).toEqual([`  ${site.origin}/v/0`, '  0번 글의 본문']);
    expect(out).toContain('안내.hwp');
    expect(out).not.toContain('\u001b');
    expect(await readdir(folder)).toEqual(before);
    expect(await readdir(join(folder, 'tmp'))).toEqual([]);
  });

  it('tries menus and calendars as members see them [SRC-172]', async () => {
    const day = kstDay(systemClock.now());
    const [, month = '', date = ''] = day.split('-');
    site.pages.set('/menu', {
      body: `<table><tr><th></th><th>${Number(month)}/${Number(date)}</th></tr><tr><th>중식</th><td>쌀밥<br>미역국</td></tr></table>`,
    });
    site.pages.set('/dates', { body: `<ul><li><b>${day}</b><i>개강</i></li></ul>` });
    expect(await run('try', 'menu', '--local')).toMatchObject({
      out: expect.stringContaining(`\n${day} staff OPEN\n  LUNCH: 쌀밥, 미역국\n`),
    });
    expect(await run('try', 'dates', '--local')).toMatchObject({
      out: expect.stringContaining(`\n${day} 개강 (`),
    });
  });
});
