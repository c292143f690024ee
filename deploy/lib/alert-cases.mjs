/**
 * Series of each alert rule: `fires` names the alerts that Prometheus must show then, with their summaries, and
 * `quiet` the time until which it must show none, minute by minute. Values are in the notation of promtool:
 * `a+bxn` adds b in each of n further steps of `step` (a minute by default).
 */
const a = (name, labels = '') => `${name}{instance="a",process="0"${labels && `,${labels}`}}`;
const engine = (name) => a('naru_engine_up', `engine="${name}"`);
const requests = (status) =>
  a('naru_http_request_duration_seconds_count', `route="/api/post",status="${status}"`);
const within = (le) =>
  a('naru_http_request_duration_seconds_bucket', `route="/api/post",status="2xx",le="${le}"`);

/** Requests a minute, of which all but some take up to a second and the others up to 2.5. */
const durations = (all, fast) => ({
  [within('1')]: `0+${fast}x60`,
  [within('2.5')]: `0+${all}x60`,
  [within('+Inf')]: `0+${all}x60`,
  [requests('2xx')]: `0+${all}x60`,
});

const down = (name) => ({
  series: { [engine(name)]: '1 0x10' },
  at: '4m',
  labels: { engine: name },
  summary: `${name} of a is away`,
});

export const ALERT_CASES = {
  NaruDown: {
    fires: [
      {
        series: { 'up{job="naru",instance="a"}': '1 0x10' },
        at: '3m',
        labels: { job: 'naru' },
        summary: 'Naru on a does not respond to Prometheus',
      },
    ],
    // A restart.
    quiet: [{ series: { 'up{job="naru",instance="a"}': '1 0 1x10' }, until: '8m' }],
  },
  NaruEngineDown: {
    fires: ['database', 'requests', 'storage'].map(down),
    quiet: [
      {
        series: {
          [engine('redis')]: '0x60',
          [engine('replica')]: '0x60',
          [engine('email')]: '0x60',
          [engine('backup')]: '0x60',
        },
        until: '60m',
      },
      // A database that starts again.
      { series: { [engine('database')]: '1 0 0 1x10' }, until: '10m' },
    ],
  },
  NaruHelperDown: {
    fires: ['redis', 'replica'].map((name) => ({
      series: { [engine(name)]: '1 0x10' },
      at: '8m',
      labels: { engine: name },
      summary: `${name} of a is away; no request fails`,
    })),
    quiet: [
      { series: { [engine('redis')]: '1 0x3 1x20' }, until: '20m' },
      { series: { [engine('database')]: '0x20' }, until: '20m' },
    ],
  },
  NaruErrors: {
    fires: [
      {
        series: { [requests('2xx')]: '0+300x30', [requests('5xx')]: '0+30x30' },
        at: '15m',
        summary: '9.091% of the requests to a fail',
      },
    ],
    quiet: [
      // At night: one of three requests a minute fails, then nobody is there.
      {
        series: { [requests('2xx')]: '0+2x30 62x30', [requests('5xx')]: '0+1x30 31x30' },
        until: '60m',
      },
      // At noon: one of a hundred.
      { series: { [requests('2xx')]: '0+990x60', [requests('5xx')]: '0+10x60' }, until: '60m' },
    ],
  },
  NaruSlow: {
    fires: [
      {
        series: durations(100, 90),
        at: '20m',
        summary: 'One of a hundred requests to a takes 2.35s or more',
      },
    ],
    quiet: [
      { series: durations(10, 5), until: '60m' },
      { series: durations(1_000, 995), until: '60m' },
    ],
  },
  NaruEventLoopLag: {
    fires: [
      {
        series: { [a('nodejs_eventloop_lag_p99_seconds')]: '0.5x20' },
        at: '10m',
        summary: 'The event loop of a is held up for 500ms',
      },
    ],
    quiet: [
      { series: { [a('nodejs_eventloop_lag_p99_seconds')]: '0.1 0.5x3 0.1x20' }, until: '20m' },
    ],
  },
  NaruOverloaded: {
    fires: [
      {
        series: { [a('naru_overload_refused_total', 'load="read"')]: '0+60x30' },
        at: '12m',
        labels: { load: 'read' },
        summary: 'a refuses read requests: too many wait',
      },
    ],
    quiet: [
      { series: { [a('naru_overload_refused_total', 'load="read"')]: '0 40x30' }, until: '30m' },
    ],
  },
  NaruRequestsOverdue: {
    fires: [
      {
        series: { [a('naru_requests_overdue_total')]: '0 0 1x10' },
        at: '5m',
        summary: 'Requests to a held their places for longer than a minute',
      },
    ],
    quiet: [{ series: { [a('naru_requests_overdue_total')]: '3x30' }, until: '30m' }],
  },
  NaruPoolWaiting: {
    fires: [
      {
        series: { [a('naru_database_waiting')]: '10x10' },
        at: '4m',
        summary: '10 statements of a wait for a database connection',
      },
    ],
    quiet: [{ series: { [a('naru_database_waiting')]: '10 5x3 10 0x10' }, until: '12m' }],
  },
  NaruJobsOld: {
    fires: [
      {
        series: { [a('naru_jobs_oldest_seconds')]: '1000x20' },
        at: '10m',
        summary: 'A background job of a has been due for 16m 40s',
      },
    ],
    quiet: [{ series: { [a('naru_jobs_oldest_seconds')]: '0+60x15 0x20' }, until: '30m' }],
  },
  NaruJobsFail: {
    fires: [
      {
        series: { [a('naru_job_runs_total', 'task="digests",result="failed"')]: '0x60 1 2 3x60' },
        at: '100m',
        labels: { task: 'digests' },
        summary: 'Job digests of a failed 3 times in an hour',
      },
    ],
    quiet: [
      {
        series: {
          [a('naru_job_runs_total', 'task="backup",result="failed"')]: '0x60 1x60',
          [a('naru_job_runs_total', 'task="digests",result="done"')]: '0+1x120',
        },
        until: '120m',
      },
    ],
  },
  NaruEmailsFail: {
    fires: [
      {
        series: { [a('naru_emails_oldest_seconds')]: '700x20' },
        at: '10m',
        summary: 'An e-mail of a has waited for 11m 40s',
      },
    ],
    quiet: [{ series: { [a('naru_emails_oldest_seconds')]: '0+60x9 0x20' }, until: '25m' }],
  },
  NaruSignInsRefused: {
    fires: [
      {
        series: { [a('naru_security_events_total', 'event="login failed"')]: '0+50x30' },
        at: '20m',
        summary: '500 sign-ins at a were refused within ten minutes',
      },
    ],
    quiet: [
      {
        series: {
          [a('naru_security_events_total', 'event="login failed"')]: '0+10x60',
          [a('naru_security_events_total', 'event="login"')]: '0+500x60',
        },
        until: '60m',
      },
    ],
  },
  NaruDiskFull: {
    fires: [
      {
        series: { [a('naru_disk_free_bytes')]: '5e9x30', [a('naru_disk_size_bytes')]: '100e9x30' },
        at: '15m',
        summary: '5% of the disk of a are free',
      },
    ],
    quiet: [
      {
        series: { [a('naru_disk_free_bytes')]: '20e9x30', [a('naru_disk_size_bytes')]: '100e9x30' },
        until: '30m',
      },
      // A small share of a large disk is much.
      {
        series: {
          [a('naru_disk_free_bytes')]: '800e9x30',
          [a('naru_disk_size_bytes')]: '10e12x30',
        },
        until: '30m',
      },
    ],
  },
  NaruIntegrityFaults: {
    fires: [
      {
        series: { [a('naru_integrity_faults', 'check="AUDIT"')]: '2x20' },
        at: '10m',
        labels: { check: 'AUDIT' },
        summary: 'The nightly check of a found 2 faults (AUDIT)',
      },
    ],
    quiet: [{ series: { [a('naru_integrity_faults', 'check="AUDIT"')]: '0x20' }, until: '20m' }],
  },
  NaruBackupFailed: {
    fires: [
      {
        // Within the hour after the failure.
        series: { [a('naru_backup_failed')]: '0x10 1x60' },
        at: '30m',
        summary: 'The last backup of a was not made',
      },
    ],
    quiet: [
      { series: { [a('naru_backup_failed')]: '0x60' }, until: '60m' },
      // Made anew by hand.
      { series: { [a('naru_backup_failed')]: '0 1x5 0x60' }, until: '60m' },
    ],
  },
  NaruBackupOld: {
    fires: [
      {
        step: '5m',
        series: { [a('naru_backup_last_timestamp_seconds')]: '0x2400' },
        at: '8d',
        summary: 'The last backup of a was 8d 0h 0m 0s ago',
      },
    ],
    quiet: [
      {
        step: '5m',
        series: { [a('naru_backup_last_timestamp_seconds')]: '0x1800' },
        until: '6d',
      },
    ],
  },
  NaruBackupMissing: {
    fires: [
      {
        step: '5m',
        series: { [engine('backup')]: '0x400' },
        at: '26h',
        summary: 'No recent backup of a is known',
      },
    ],
    // A new site before its first night.
    quiet: [{ step: '5m', series: { [engine('backup')]: '0x200 1x200' }, until: '30h' }],
  },
  NaruOutgoingHeld: {
    fires: [
      {
        step: '5m',
        series: { [a('naru_outgoing_held')]: '1x400' },
        at: '26h',
        summary: 'a has held back its e-mails and messages for a day',
      },
    ],
    // A restore drill.
    quiet: [{ step: '5m', series: { [a('naru_outgoing_held')]: '1x100 0x300' }, until: '30h' }],
  },
};
