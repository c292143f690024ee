import type { Tools } from '../tools.ts';

/** Log lines per minute, so that a broken page or an attacker cannot fill the disk. */
const LINES = 60;
const MINUTE_MS = 60_000;
const KINDS = ['inline', 'eval', 'wasm-eval', 'trusted-types-policy', 'trusted-types-sink'];

/**
 * Logs the directive and the kind of source that the content security policy blocked; never a URL,
 * which may contain anything, nor the page, which may be an anonymous post. Accepts
 * `{"csp-report": ...}` and the array of the Reporting API; ignores anything else.
 */
export function createCspReports({ clock, log }: Pick<Tools, 'clock' | 'log'>) {
  let minute = 0;
  let lines = 0;

  return (report: unknown): void => {
    for (const found of readReports(report)) {
      const now = Math.floor(clock.now().getTime() / MINUTE_MS);
      lines = now === minute ? lines + 1 : 1;
      minute = now;
      if (lines <= LINES) log.warn({ event: 'content blocked', ...found }, 'content blocked');
    }
  };
}

function readReports(report: unknown): { directive: string; source: string }[] {
  const parts = Array.isArray(report)
    ? report.map((one) => get(one, 'body'))
    : [get(report, 'csp-report')];
  return parts.flatMap((part) => {
    const directive = get(part, 'effectiveDirective') ?? get(part, 'effective-directive');
    if (typeof directive !== 'string' || !/^[a-z-]{1,40}$/.test(directive)) return [];
    const blocked = get(part, 'blockedURL') ?? get(part, 'blocked-uri');
    return [{ directive, source: kindOf(blocked) }];
  });
}

function kindOf(blocked: unknown): string {
  if (typeof blocked !== 'string') return 'unknown';
  if (KINDS.includes(blocked)) return blocked;
  return /^(https?|wss?|data|blob)\b/.exec(blocked)?.[0] ?? 'other';
}

function get(value: unknown, name: string): unknown {
  const isObject = typeof value === 'object' && value !== null;
  return isObject ? new Map(Object.entries(value)).get(name) : undefined;
}
