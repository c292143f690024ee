import { a, BACKGROUND_CASES, engine } from './alert-cases.background.mjs';

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

/**
 * Series of each alert rule: `fires` names the alerts that Prometheus must show then, with their summaries, and
 * `quiet` the time until which it must show none, minute by minute. Values are in the notation of promtool:
 * `a+bxn` adds b in each of n further steps of `step` (a minute by default).
 */
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
    fires: [
      {
        series: { [engine('redis')]: '1 0x10' },
        at: '8m',
        labels: { engine: 'redis' },
        summary: 'redis of a is away; no request fails',
      },
    ],
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
  ...BACKGROUND_CASES,
};
