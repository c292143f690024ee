/** Numbers below ten keep a digit, counts none. */
function format(number, unit) {
  const digits = Number.isInteger(number) || Math.abs(number) >= 10 ? 0 : 1;
  return `${number.toFixed(digits)}${unit && ` ${unit}`}`;
}

function row(what, target, number, { unit = '', note, isMet }) {
  const value = format(number, unit);
  return { what, target, value: note === undefined ? value : `${value} (${note})`, isMet };
}

/** A row of measurements for a number that may have a highest value. */
export function atMost(what, limit, number, { unit = '', note } = {}) {
  const target = `at most ${format(limit, unit)}`;
  return row(what, target, number, { unit, note, isMet: number <= limit });
}

export function atLeast(what, limit, number, { unit = '', note } = {}) {
  const target = `at least ${format(limit, unit)}`;
  return row(what, target, number, { unit, note, isMet: number >= limit });
}

/** A row for a number that must be 0, such as of losses. */
export function none(what, number, note) {
  return row(what, '0', number, { note, isMet: number === 0 });
}

/** A row for what must be so; `value` says what was seen. */
export function must(what, target, value, isMet) {
  return { what, target, value: String(value), isMet };
}

/** A row without a target. */
export function noted(what, value) {
  return { what, target: '', value: String(value), isMet: null };
}
