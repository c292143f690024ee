import { describe, expect, it } from 'vitest';
import { PEER_SHARES, rowsOfCalls } from './parts/calls.mjs';
import { rowsOfMix } from './parts/mix.mjs';
import { writeDocument } from './performance-doc.mjs';
import { measurementLines } from './rows.mjs';
import { inOrder, missingRow, rowOf } from './targets.mjs';

const RUN = {
  date: '2026-11-30',
  naru: '0.2.0, commit abcdef0',
  node: '20.19.0',
  postgres: '18.4',
  machine: '2 cores (Some CPU), 8 GB of memory, Linux 6.1',
};
const result = (rows) => ({ run: RUN, minutes: 25, rows });

describe('a row', () => {
  it('compares the value with its target, a limit included', () => {
    expect(rowOf('limit list', 0.7)).toEqual({
      what: 'list of a board: share of the limit',
      target: 'at least 0.70',
      value: '0.70',
      isMet: true,
    });
    expect(rowOf('limit list', 0.69).isMet).toBe(false);
    expect(rowOf('mix p99', 150.04, 'p50 3.0 ms')).toMatchObject({
      target: 'at most 150 ms',
      value: '150 ms (p50 3.0 ms)',
      isMet: false,
    });
    expect(rowOf('mix errors', 0)).toMatchObject({ target: 'at most 0', value: '0', isMet: true });
    expect(rowOf('memory idle', 199.6)).toMatchObject({ value: '200 MB', isMet: true });
  });

  it('without a target is neither met nor missed, nor is one that was not measured', () => {
    expect(rowOf('limit title search', 0.4)).toMatchObject({ target: '', isMet: null });
    expect(missingRow('memory streams', 'too few files')).toMatchObject({
      target: 'at most 350 MB',
      value: 'not measured: too few files',
      isMet: null,
    });
  });

  it('of a number that could not be measured misses its target', () => {
    expect(rowOf('mix p99', Number.NaN).isMet).toBe(false);
  });
});

describe('the table', () => {
  it('has all measurements in one order, missing ones too, and then the others', () => {
    const web = { what: 'first page: requests', target: 'at most 20', value: '19', isMet: true };
    const rows = inOrder([web, rowOf('restart', 1.5), rowOf('limit list', 0.8)]);
    expect(rows[0]).toEqual(rowOf('limit list', 0.8));
    expect(rows[1]).toMatchObject({ value: 'not measured: the part failed' });
    expect(rows.at(-1)).toEqual(web);
    expect(rows).toContainEqual(rowOf('restart', 1.5));
    expect(new Set(rows.map(({ what }) => what)).size).toBe(rows.length);
  });

  it('shows a missed target as missed', () => {
    const lines = measurementLines([
      rowOf('restart', 1.5),
      rowOf('restart', 2.5),
      rowOf('limit title search', 1),
    ]);
    expect(lines.slice(2).map((line) => line.split('|').at(-2).trim())).toEqual([
      'yes',
      '**no**',
      '',
    ]);
  });

  it('derives the ratio to NodeBB from shares of the limit', () => {
    const round = (share) => ({
      naru: { perSecond: share * 1000, cpu: 2, p50: 1, p99: 2 },
      limit: { perSecond: 1000, cpu: 1, p50: 1, p99: 2 },
    });
    const share = PEER_SHARES.list * 12;
    const rows = rowsOfCalls([{ name: 'list', rounds: [round(9), round(share), round(0)] }]);
    expect(rows).toEqual([
      rowOf('limit list', share, `by CPU 0.50; ${Math.round(share * 1000)} a second`),
      rowOf('peer list', 12, 'derived'),
    ]);
    expect(rows[1].isMet).toBe(true);
  });

  it('counts errors of the mix and names their kinds once', () => {
    const load = { perSecond: 500, seconds: 60 };
    const errors = ['GET /a: 500', 'GET /a: 500'];
    const [failed, slowest] = rowsOfMix({ durations: [1, 2, 3, 200], errors, load: 0.2 }, load);
    expect(failed).toEqual(rowOf('mix errors', 2, 'of 6 requests: GET /a: 500'));
    expect(slowest).toEqual(
      rowOf('mix p99', 200, 'p50 2.0, p95 200.0 ms; 500 a second for 60 s, load on 0.20 of a core'),
    );
  });
});

describe('the document', () => {
  it('names machine, versions, commit and date, and has the rows', () => {
    const text = writeDocument('', result([rowOf('restart', 1.5)]));
    for (const part of [...Object.values(RUN), '25 minutes']) expect(text).toContain(part);
    expect(text).toContain(measurementLines([rowOf('restart', 1.5)]).join('\n'));
    expect(text).not.toContain('trial');
  });

  it('keeps what was written by hand, however often it is written', () => {
    const first = writeDocument('', result([]));
    const noted = first.replace('Nothing yet.', 'The list misses its target:\n\n- because');
    expect(noted).not.toBe(first);
    const second = writeDocument(noted, result([rowOf('restart', 1)]));
    expect(second).toContain('The list misses its target:\n\n- because\n\n<!--');
    expect(writeDocument(second, result([rowOf('restart', 1)]))).toBe(second);
  });

  it('is not written when a mark is missing, so that no note is lost', () => {
    const first = writeDocument('', result([]));
    for (const mark of ['begin', 'end']) {
      const broken = first.replace(`<!-- by hand: ${mark} -->`, '');
      expect(() => writeDocument(broken, result([]))).toThrow('by hand');
    }
  });

  it('of a trial says that its figures mean nothing', () => {
    expect(writeDocument('', { ...result([]), isTrial: true })).toContain('This was a trial');
  });
});
