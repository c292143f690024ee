import { describe, expect, it } from 'vitest';
import {
  costLines,
  longTurnsOf,
  refusalsOf,
  withCosts,
  worstOf,
  writeCosts,
} from './costs-doc.mjs';

const cost = (call, heldMs, what = 'texts') => ({
  call,
  what,
  status: 200,
  refusal: '',
  response: '',
  cpuMs: heldMs + 1,
  heldMs,
  allocatedBytes: 4096,
  statements: 7,
  requestBytes: 1024,
  responseBytes: 2048,
});
const COSTS = [cost('GET /a', 3), cost('GET /a', 60, 'lists'), cost('GET /b', 50)];
const REFUSED = { ...cost('POST /c', 1), status: 400, refusal: 'too deep' };
const RUN = { date: '2026-11-30', naru: '0.2.0', node: '20.19.0', machine: '2 cores', times: 3 };

describe('the page of costs', () => {
  it('shows of each call the input that holds the event loop longest', () => {
    expect(worstOf(COSTS).map(({ call, what }) => [call, what])).toEqual([
      ['GET /a', 'lists'],
      ['GET /b', 'texts'],
    ]);
    const long = { ...cost('GET /a', 1), responseBytes: 9000 };
    expect(worstOf([...COSTS, long])[0]).toMatchObject({ heldMs: 60, responseBytes: 9000 });
  });

  it('marks what is above the limit, and names it as a fault', () => {
    const [, , above, at] = costLines(COSTS, '2026-11-30');
    expect(above).toContain('**60.0**');
    expect(at).toMatch(/ 51\.0 +\| 50\.0 /);
    expect(longTurnsOf(COSTS)).toEqual(['GET /a with lists holds 60.0 ms']);
  });

  it('names refusals without a reason', () => {
    const unexpected = { ...REFUSED, refusal: '', response: 'no' };
    expect(refusalsOf([REFUSED, unexpected])).toEqual(['POST /c with texts is refused: no']);
  });

  it('says what was measured on what, and why inputs were refused', () => {
    const page = writeCosts(RUN, [...COSTS, REFUSED]);
    expect(page).toContain(
      'Measured on 2026-11-30: Naru 0.2.0; Node 20.19.0; 2 cores. 4 inputs of\n3 calls, 1 of them refused (25.0 %)',
    );
    expect(page).toContain('the longest turn 60.0 ms');
    expect(page).toMatch(/## Refused inputs[\s\S]*\| POST \/c \| texts \| too deep \|/);
  });

  it('keeps the rows of calls that were not measured again', () => {
    const page = writeCosts(RUN, [...COSTS, REFUSED]);
    const again = withCosts(page, [cost('GET /a', 2), cost('GET /d', 1)], '2026-12-01');
    const rows = again.split('\n').filter((line) => /^\| [A-Z]+ \//.test(line));
    expect(rows.map((row) => row.split('|')[1].trim())).toEqual([
      ...['GET /a', 'GET /b', 'POST /c', 'GET /d'],
      'POST /c',
    ]);
    expect(rows[0]).toMatch(/ 2\.0 .* 2026-12-01 \|$/);
    expect(rows[1]).toMatch(/ 50\.0 .* 2026-11-30 \|$/);
    expect(withCosts(again, [cost('POST /c', 1)], '2026-12-01')).not.toContain('too deep');
  });
});
