import { Counter, Histogram, Registry } from 'prom-client';

/**
 * What this process has counted since its start. Labels have few values that the program knows: never
 * members, addresses, URLs or texts.
 */
export const counters = new Registry();

const registers = [counters];

/** Requests and their seconds by route pattern, such as `/api/post/:id`; `none` for pages of the app and unknown paths. */
export const requestSeconds = new Histogram({
  name: 'naru_http_request_duration_seconds',
  help: 'Requests by route pattern, method and class of the status, with the time until the response',
  labelNames: ['method', 'route', 'status'],
  buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
  registers,
});

/** Refusals and failures by the code of the error catalogue. */
export const refusals = new Counter({
  name: 'naru_refusals_total',
  help: 'Requests refused or failed, by error code; TOO_MANY_REQUESTS are the limits hit',
  labelNames: ['code'],
  registers,
});

export const overloads = new Counter({
  name: 'naru_overload_refused_total',
  help: 'Requests refused because too many of their load wait',
  labelNames: ['load'],
  registers,
});

export const overdueHolds = new Counter({
  name: 'naru_requests_overdue_total',
  help: 'What was held for longer than a minute, such as a place of a request, given back by the watchdog; a fault of the program',
  registers,
});

export const securityEvents = new Counter({
  name: 'naru_security_events_total',
  help: 'Sign-ins, refused ones by reason, and other events of accounts',
  labelNames: ['event'],
  registers,
});

export const pushes = new Counter({
  name: 'naru_pushes_total',
  help: 'Tries to send a message to a device: sent, later (tried again), refused (dropped), outdated (dropped), quiet (tried again), old (dropped: stored by an earlier release) or gone (the device too)',
  labelNames: ['result'],
  registers,
});

export const emails = new Counter({
  name: 'naru_emails_total',
  help: 'Tries to send an e-mail: sent, failed (tried again later), refused (given up) or dropped (too late to be of use, or no longer true)',
  labelNames: ['result'],
  registers,
});

export const uploads = new Counter({
  name: 'naru_uploads_total',
  help: 'Uploads that were stored or not',
  labelNames: ['result'],
  registers,
});

export const jobRuns = new Counter({
  name: 'naru_job_runs_total',
  help: 'Runs of scheduled jobs',
  // `job` is a label of Prometheus.
  labelNames: ['task', 'result'],
  registers,
});

export const statementErrors = new Counter({
  name: 'naru_database_errors_total',
  help: 'Errors reported by PostgreSQL, by class of the SQLSTATE: 23 are constraints, 57 cancelled',
  labelNames: ['class'],
  registers,
});

export const lostConnections = new Counter({
  name: 'naru_database_connections_lost_total',
  help: 'Connections to the database that broke',
  registers,
});

// From zero on, so that the first one is an increase.
for (const result of ['sent', 'failed', 'refused', 'dropped']) emails.inc({ result }, 0);
for (const result of ['stored', 'failed']) uploads.inc({ result }, 0);
