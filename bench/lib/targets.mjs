/*
 * What is measured, in the order of the table, ratios first. `atLeast` and `atMost` are targets; a
 * measurement without one is shown for comparison.
 */
const NODEBB = 'times as many as NodeBB';
const LIMIT = 'share of the limit';

const MEASUREMENTS = {
  'limit list': { what: `list of a board: ${LIMIT}`, atLeast: 0.7 },
  'limit detail': { what: `post: ${LIMIT}`, atLeast: 0.7 },
  'limit comments': { what: `comments of a post: ${LIMIT}`, atLeast: 0.7 },
  'limit notifications': { what: `notifications: ${LIMIT}`, atLeast: 0.7 },
  'limit title search': { what: `title search, two syllables, asked again: ${LIMIT}` },
  'limit title search, first time': { what: `title search, two syllables, first time: ${LIMIT}` },
  'limit comment written': { what: `comment written: ${LIMIT}`, atLeast: 0.6 },
  'peer list': { what: `list of a board: ${NODEBB}`, atLeast: 10 },
  'peer detail': { what: `post: ${NODEBB}`, atLeast: 10 },
  'peer notifications': { what: `notifications: ${NODEBB}`, atLeast: 10 },
  'peer title search': {
    what: `title search, two syllables, asked again: ${NODEBB}`,
    atLeast: 10,
  },
  'peer title search, first time': {
    what: `title search, two syllables, first time: ${NODEBB}`,
    atLeast: 10,
  },
  'peer comment written': { what: `comment written: ${NODEBB}, whose are not durable`, atLeast: 5 },
  'growth list': { what: 'list, 1,000,000 posts against 10,000', atMost: 1.2 },
  'growth detail': { what: 'post, 1,000,000 posts against 10,000', atMost: 1.2 },
  'growth comments': { what: 'comments, 1,000,000 posts against 10,000', atMost: 1.2 },
  'depth middle': {
    what: 'middle page of 1,000,000 posts against page 1, both first time',
    atMost: 1.5,
  },
  'depth last': {
    what: 'last page of 1,000,000 posts against page 1, both first time',
    atMost: 1.5,
  },
  'depth middle again': {
    what: 'middle page of 1,000,000 posts against page 1, both asked again',
    atMost: 1.5,
  },
  'depth last again': {
    what: 'last page of 1,000,000 posts against page 1, both asked again',
    atMost: 1.5,
  },
  'search all': { what: 'search in all, two syllables, first time: p95', atMost: 30, unit: 'ms' },
  'search title': {
    what: 'search in titles, two syllables, first time: p95',
    atMost: 30,
    unit: 'ms',
  },
  'search content': {
    what: 'search in texts, two syllables, first time: p95',
    atMost: 30,
    unit: 'ms',
  },
  'greedy search refused': {
    what: 'searches of others beside a member who searches without a pause: refused',
    atMost: 0,
  },
  'greedy search p95': {
    what: 'searches of others beside a member who searches without a pause: p95',
    atMost: 500,
    unit: 'ms',
  },
  'group commit': { what: 'comments written: commits for each write to disk' },
  'mix errors': { what: 'mix: errors', atMost: 0 },
  'mix p99': { what: 'mix: p99', atMost: 150, unit: 'ms' },
  'memory idle': { what: 'memory, idle', atMost: 200, unit: 'MB' },
  'memory mix': { what: 'memory under the mix, highest', atMost: 350, unit: 'MB' },
  'memory streams': { what: 'memory with 10,000 idle streams', atMost: 350, unit: 'MB' },
  'memory streams mix': { what: 'memory under the mix with 10,000 streams, highest', unit: 'MB' },
  restart: { what: 'first 200 after kill -9, 1,000,000 posts', atMost: 2, unit: 's' },
  fill: { what: 'generated content made', atMost: 600, unit: 's' },
};

/** Ratios and seconds have two digits, milliseconds and megabytes as many as matter. */
function format(number, unit = '') {
  const digits =
    unit === 'MB' || Number.isInteger(number) || number >= 100 ? 0 : unit === 'ms' ? 1 : 2;
  return `${number.toFixed(digits)}${unit && ` ${unit}`}`;
}

function targetOf({ atLeast, atMost, unit }) {
  if (atLeast !== undefined) return `at least ${format(atLeast, unit)}`;
  return atMost === undefined ? '' : `at most ${format(atMost, unit)}`;
}

function isMetBy({ atLeast, atMost }, number) {
  if (atLeast === undefined && atMost === undefined) return null;
  return number >= (atLeast ?? -Infinity) && number <= (atMost ?? Infinity);
}

/** A row of the table for a measured number; `note` follows it in brackets. */
export function rowOf(name, number, note) {
  const measurement = MEASUREMENTS[name];
  const value = format(number, measurement.unit);
  return {
    what: measurement.what,
    target: targetOf(measurement),
    value: note === undefined ? value : `${value} (${note})`,
    isMet: isMetBy(measurement, number),
  };
}

/** A row for what this machine cannot measure. */
export function missingRow(name, reason) {
  const measurement = MEASUREMENTS[name];
  const value = `not measured: ${reason}`;
  return { what: measurement.what, target: targetOf(measurement), value, isMet: null };
}

/**
 * The rows in the order of the measurements, then the others; a measurement without a row is shown as
 * not measured.
 */
export function inOrder(rows) {
  const names = Object.keys(MEASUREMENTS);
  const whats = new Set(names.map((name) => MEASUREMENTS[name].what));
  const found = (name) => rows.find(({ what }) => what === MEASUREMENTS[name].what);
  return [
    ...names.map((name) => found(name) ?? missingRow(name, 'the part failed')),
    ...rows.filter(({ what }) => !whats.has(what)),
  ];
}
