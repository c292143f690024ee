/** A series of one process of the server `a`, as promtool writes it. */
export const a = (name, labels = '') =>
  `${name}{instance="a",process="0"${labels && `,${labels}`}}`;

/** Whether an engine of it works. */
export const engine = (name) => a('naru_engine_up', `engine="${name}"`);
