import type { Prepared } from './drafts.ts';
import type { Response } from './properties.ts';

/** Requests and responses are shown up to so many characters. */
const SHOWN = 400;
const LISTED = 12;
/** Examples of one fault of one call. */
const EXAMPLES = 1;

interface Fault {
  call: string;
  fault: string;
  request: string;
  response: string;
  times: number;
}

export interface Report {
  seed: number;
  cases: number;
  calls: Call[];
  faults: Fault[];
  /** Checks of the database, and what they found. */
  batches: number;
  broken: string[];
}

/** What happened to the cases of one call. */
export class Call {
  cases = 0;
  readonly statuses = new Map<number, number>();
  slowestMs = 0;
  longestHeldMs = 0;
  /** Of cases that were repeated alone: the shortest of the repetitions, of all the longest. */
  repeatedMs = 0;
  repeatedHeldMs = 0;
  repeated = 0;

  constructor(readonly name: string) {}

  add(status: number, ms: number, held: number): void {
    this.cases += 1;
    this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1);
    this.slowestMs = Math.max(this.slowestMs, ms);
    this.longestHeldMs = Math.max(this.longestHeldMs, held);
  }

  addRepeated(ms: number, held: number): void {
    this.repeated += 1;
    this.repeatedMs = Math.max(this.repeatedMs, ms);
    this.repeatedHeldMs = Math.max(this.repeatedHeldMs, held);
  }
}

export class Reporter {
  private readonly calls = new Map<string, Call>();
  private readonly faults = new Map<string, Fault>();
  private readonly broken = new Set<string>();
  private batches = 0;

  callOf(name: string): Call {
    const call = this.calls.get(name) ?? new Call(name);
    this.calls.set(name, call);
    return call;
  }

  addFault(call: string, fault: string, request: Prepared, response: Response): void {
    const key = `${call} ${fault.replace(/\d+ ms/, 'ms')}`;
    const known = this.faults.get(key);
    if (known !== undefined && known.times >= EXAMPLES) known.times += 1;
    else {
      const { method, url, headers, payload } = request;
      const { authorization, ...shown } = headers;
      const sender = authorization === undefined ? 'guest' : 'member';
      const text = JSON.stringify({
        method,
        url,
        sender,
        headers: shown,
        payload: String(payload),
      });
      const body = response.body.toString().slice(0, SHOWN);
      const times = (known?.times ?? 0) + 1;
      this.faults.set(key, {
        call,
        fault,
        request: cut(text),
        response: `${response.status} ${body}`,
        times,
      });
    }
  }

  addBatch(broken: readonly string[]): void {
    this.batches += 1;
    for (const line of broken) this.broken.add(line);
  }

  report(seed: number): Report {
    const calls = [...this.calls.values()];
    const cases = calls.reduce((sum, call) => sum + call.cases, 0);
    const { batches } = this;
    return {
      seed,
      cases,
      calls,
      faults: [...this.faults.values()],
      batches,
      broken: [...this.broken],
    };
  }
}

const cut = (text: string) => (text.length > SHOWN * 3 ? `${text.slice(0, SHOWN * 3)}…` : text);

/** The report as text: a table of the calls, the slowest, the longest turns, the database, the faults. */
export function writeReport(report: Report, names: readonly string[]): string {
  const { calls } = report;
  return [
    `${report.cases} cases on ${calls.length} calls, seed ${report.seed}`,
    '',
    ...table(
      ['call', 'cases', 'statuses', 'ms', 'loop ms'],
      calls.map((call) => [
        call.name,
        String(call.cases),
        statusesOf(call),
        call.slowestMs.toFixed(0),
        call.longestHeldMs.toFixed(0),
      ]),
    ),
    '',
    'Slowest calls (milliseconds; repeated alone where above the limit):',
    ...top(
      calls,
      ({ slowestMs }) => slowestMs,
      ({ repeatedMs }) => repeatedMs,
    ),
    '',
    'Longest turns of the event loop (milliseconds, without garbage collection):',
    ...top(
      calls,
      ({ longestHeldMs }) => longestHeldMs,
      ({ repeatedHeldMs }) => repeatedHeldMs,
    ),
    '',
    `Database: ${names.length} invariants, checked ${report.batches} times, ${report.broken.length} broken`,
    ...names.map(
      (name) =>
        `  ${report.broken.some((line) => line.startsWith(name)) ? 'BROKEN' : 'ok'}  ${name}`,
    ),
    ...report.broken.map((line) => `  ${line}`),
    '',
    `Faults: ${report.faults.length}`,
    ...report.faults.flatMap(faultLines),
  ].join('\n');
}

function statusesOf({ statuses }: Call): string {
  const sorted = [...statuses].toSorted(([a], [b]) => a - b);
  return sorted.map(([status, count]) => `${status}×${count}`).join(' ');
}

function top(
  calls: readonly Call[],
  value: (call: Call) => number,
  repeated: (call: Call) => number,
) {
  const sorted = calls.toSorted((a, b) => value(b) - value(a)).slice(0, LISTED);
  return sorted.map((call) => {
    const alone = call.repeated > 0 ? `, alone ${repeated(call).toFixed(0)}` : '';
    return `  ${value(call).toFixed(0).padStart(6)}${alone}  ${call.name}`;
  });
}

function faultLines({ call, fault, request, response, times }: Fault): string[] {
  return [`- ${call} ${fault} (${times} times)`, `    ${request}`, `    ${response}`];
}

function table(head: string[], rows: string[][]): string[] {
  const widths = head.map((_, at) =>
    Math.max(...[head, ...rows].map((row) => row[at]?.length ?? 0)),
  );
  return [head, ...rows].map((row) =>
    row
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}
