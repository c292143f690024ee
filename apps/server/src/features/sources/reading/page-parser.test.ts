import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { PageJob } from './content.ts';
import { createPageParser } from './page-parser.ts';
import { LIST_URL, NOW, sourceOf } from './reading.fixture.ts';

const workerPath = () => join(inject('programs'), 'page-worker.js');
const LIST = sourceOf({ type: 'html', list: { row: 'li', title: 'a' } });

function jobOf(text: string | Buffer, config = LIST): PageJob {
  const page = { contentType: null, url: LIST_URL, now: NOW, charset: config.charset };
  return { ...page, body: Buffer.from(text), as: { page: 'source', config } };
}

describe('a page parsed apart', () => {
  let parser: ReturnType<typeof createPageParser>;
  beforeAll(() => {
    parser = createPageParser({ deadline: 60_000, workerPath: workerPath() });
  });
  afterAll(() => parser.stop());

  it('is what it would be here, with its dates; faults come back as such [SRC-08]', async () => {
    const dated = sourceOf({ type: 'html', list: { row: 'li', title: 'a', date: 'i' } });
    const [found, fault] = await Promise.all([
      parser.parse(jobOf('<li><a href="/1">글</a><i>2026.11.20</i></li>', dated)),
      parser.parse(jobOf('<p>점검</p>')),
    ]);
    expect(found).toMatchObject({
      found: { content: { articles: [{ publishedAt: new Date('2026-11-20T00:00:00+09:00') }] } },
    });
    expect(fault).toMatchObject({ error: { code: 'LAYOUT_CHANGED' } });
  });

  it('does not hold up this process, however large it is [SRC-08]', async () => {
    const large = Buffer.from(`<li><a href="/1">글</a></li>${'<p>text</p>'.repeat(50_000)}`);
    await parser.parse(jobOf('<li><a href="/1">글</a></li>'));
    let turns = 0;
    const timer = setInterval(() => {
      turns += 1;
    }, 5);
    const parsed = await parser.parse(jobOf(large));
    clearInterval(timer);
    expect(parsed).toHaveProperty('found');
    // In this thread there would be none.
    expect(turns).toBeGreaterThan(3);
  });

  it('may be nested too deep [SRC-08]', async () => {
    const deep = jobOf(`${'<div>'.repeat(3_000)}<ul><li><a href="/1">글</a></li></ul>`);
    const body = sourceOf({
      type: 'html',
      list: { row: 'li', title: 'a' },
      detail: { body: 'body' },
    });
    if (!('detail' in body) || body.detail === undefined) throw new Error('no detail');
    const detail: PageJob = { ...deep, as: { page: 'detail', rule: { detail: body.detail } } };
    for (const result of [await parser.parse(deep), await parser.parse(detail)]) {
      expect('error' in result ? result.error.code : 'read').toMatch(/^(?:NOT_READABLE|read)$/);
    }
  });
});

describe('a page that holds up or ends its worker', () => {
  it('is refused, and the next one is read [SRC-08]', async () => {
    const parser = createPageParser({ deadline: 1, workerPath: workerPath() });
    const config = sourceOf({
      type: 'html',
      list: { row: 'li:has(li):has(b ~ b ~ i)', title: 'a' },
    });
    const endless = jobOf(`<ul>${'<li><b>'.repeat(3_000)}`, config);
    await expect(parser.parse(endless)).rejects.toMatchObject({ code: 'NOT_READABLE' });
    const patient = createPageParser({ deadline: 60_000, workerPath: workerPath() });
    expect(await patient.parse(jobOf('<li><a href="/1">글</a></li>'))).toHaveProperty('found');
    patient.stop();
    parser.stop();
  });

  it('is refused when the worker cannot start [SRC-08]', async () => {
    const parser = createPageParser({ workerPath: '/nowhere/page-worker.js' });
    await expect(parser.parse(jobOf(''))).rejects.toMatchObject({ code: 'NOT_READABLE' });
  });

  it('is not begun when the caller has given up [SRC-08]', async () => {
    const parser = createPageParser({ workerPath: '/nowhere/page-worker.js' });
    const gone = AbortSignal.abort(new Error('given up'));
    await expect(parser.parse(jobOf(''), gone)).rejects.toThrow('given up');
  });
});
