import { describe, expect, it } from 'vitest';
import { costLines, longTurnsOf, refusalsOf, summaryOf, worstOf } from './costs-table.mjs';

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

describe('the table of costs', () => {
  it('shows of each call the input that holds the event loop longest', () => {
    expect(worstOf(COSTS).map(({ call, what }) => [call, what])).toEqual([
      ['GET /a', 'lists'],
      ['GET /b', 'texts'],
    ]);
    const long = { ...cost('GET /a', 1), responseBytes: 9000 };
    expect(worstOf([...COSTS, long])[0]).toMatchObject({ heldMs: 60, responseBytes: 9000 });
  });

  it('marks what is above the limit, and names it as a fault', () => {
    const [, , above, at] = costLines(COSTS);
    expect(above).toContain('**60.0**');
    expect(at).toMatch(/ 51\.0 +\| 50\.0 /);
    expect(longTurnsOf(COSTS)).toEqual(['GET /a with lists holds 60.0 ms']);
  });

  it('names refusals without a reason', () => {
    const unexpected = { ...REFUSED, refusal: '', response: 'no' };
    expect(refusalsOf([REFUSED, unexpected])).toEqual(['POST /c with texts is refused: no']);
  });

  it('sums up a run in a line', () => {
    expect(summaryOf([...COSTS, REFUSED])).toBe(
      '4 inputs of 3 calls, 1 of them refused (25.0 %); the longest turn 60.0 ms, of at most 50 ms',
    );
  });
});
