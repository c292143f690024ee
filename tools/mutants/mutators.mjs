import { parseSync } from 'vite';

const OPERATORS = {
  '<': ['<=', '>='],
  '<=': ['<', '>'],
  '>': ['>=', '<='],
  '>=': ['>', '<'],
  '===': ['!=='],
  '!==': ['==='],
  '+': ['-'],
  '-': ['+'],
  '*': ['/'],
  '/': ['*'],
  '%': ['*'],
  '<<': ['>>'],
  '>>': ['<<'],
  '>>>': ['<<'],
  '&': ['|'],
  '|': ['&'],
  in: ['instanceof'],
};
const ASSIGNMENTS = { '+=': '-=', '-=': '+=', '*=': '/=', '/=': '*=', '??=': '=', '||=': '=' };
/** Methods of the same shape; undefined removes the call and leaves what it was called on. */
const METHODS = {
  some: 'every',
  every: 'some',
  startsWith: 'endsWith',
  endsWith: 'startsWith',
  min: 'max',
  max: 'min',
  floor: 'ceil',
  ceil: 'floor',
  filter: undefined,
  slice: undefined,
  trim: undefined,
  trimEnd: undefined,
  trimStart: undefined,
  toLowerCase: undefined,
  toUpperCase: undefined,
  normalize: undefined,
  reverse: undefined,
  toReversed: undefined,
  sort: undefined,
  toSorted: undefined,
};
/** Skipped as the condition of an `if` or `?:`, where `test` replaces it by true and false. */
const EQUALITIES = new Set(['===', '!==']);
/** Wrappers of TypeScript around an expression; all other nodes of types have no values. */
const TYPED = new Set(['TSAsExpression', 'TSSatisfiesExpression', 'TSNonNullExpression']);
const TESTED = new Set(['IfStatement', 'ConditionalExpression']);

const isString = ({ type, value }) =>
  type === 'TemplateLiteral' || (type === 'Literal' && typeof value === 'string');

/** A replacement of the range of a node by a text. */
const replaced = ({ start, end }, text) => ({ start, end, text });

function binary(node, { text, parent }) {
  const { left, operator, right } = node;
  if (TESTED.has(parent.type) && parent.test === node && EQUALITIES.has(operator)) return [];
  if (operator === '+' && (isString(left) || isString(right))) return [];
  return (OPERATORS[operator] ?? []).map((other) =>
    replaced(node, `${text(left)} ${other} ${text(right)}`),
  );
}

function literal(node, { text }) {
  const { value } = node;
  if (typeof value === 'boolean') return [replaced(node, String(!value))];
  if (typeof value === 'number') return [replaced(node, String(value + 1))];
  if (typeof value === 'string') return [replaced(node, value === '' ? "'x'" : "''")];
  if (node.regex) return regex(node, text(node));
  return [];
}

function regex(node, source) {
  const { pattern, flags } = node.regex;
  const written = (other) => replaced(node, `/${other}/${flags}`);
  return [
    ...(pattern.startsWith('^') && pattern.length > 1 ? [written(pattern.slice(1))] : []),
    ...(pattern.endsWith('$') && !pattern.endsWith('\\$') ? [written(pattern.slice(0, -1))] : []),
    ...(flags.includes('i')
      ? [replaced(node, source.slice(0, -flags.length) + flags.replace('i', ''))]
      : []),
  ];
}

function test({ test: condition }) {
  return condition.type === 'LogicalExpression' || condition.type === 'Literal'
    ? []
    : [replaced(condition, 'true'), replaced(condition, 'false')];
}

function call(node, { text, chained }) {
  const { callee } = node;
  if (chained.has(node) || callee.type !== 'MemberExpression' || callee.computed) return [];
  const { name } = callee.property;
  if (!Object.hasOwn(METHODS, name)) return [];
  const object = text(callee.object);
  const other = METHODS[name];
  if (other === undefined) return [replaced(node, object)];
  const rest = text({ start: callee.end, end: node.end });
  return [replaced(node, `${object}.${other}${rest}`)];
}

/** One mutant for each `?.` of the chain, without it. Its calls are noted, so that `call` leaves them alone. */
function chain(node, { text, chained }) {
  const found = [];
  for (let part = node.expression; part; part = part.object ?? part.callee ?? part.expression) {
    chained.add(part);
    const head = part.object ?? part.callee;
    if (part.optional) {
      const tail = text({ start: head.end, end: node.end }).replace('?.', '');
      const dot = part.type === 'MemberExpression' && !part.computed ? '.' : '';
      found.push(replaced(node, `${text({ start: node.start, end: head.end })}!${dot}${tail}`));
    }
  }
  return found;
}

const EFFECTS = new Set([
  'CallExpression',
  'AwaitExpression',
  'AssignmentExpression',
  'UpdateExpression',
]);

function statement(node) {
  const { expression } = node;
  const removable = EFFECTS.has(expression.type) && expression.callee?.type !== 'Super';
  return removable ? [replaced(expression, 'undefined')] : [];
}

const MUTATORS = {
  BinaryExpression: binary,
  LogicalExpression: (node, { text }) => [
    replaced(node, text(node.left)),
    replaced(node, text(node.right)),
  ],
  IfStatement: test,
  ConditionalExpression: test,
  Literal: literal,
  UnaryExpression: (node, { text }) =>
    node.operator === '!' || node.operator === '-' ? [replaced(node, text(node.argument))] : [],
  TemplateLiteral: (node, { parent }) =>
    parent.type === 'TaggedTemplateExpression' ? [] : [replaced(node, '``')],
  ArrayExpression: (node) => (node.elements.length > 0 ? [replaced(node, '[]')] : []),
  CallExpression: call,
  ChainExpression: chain,
  ExpressionStatement: statement,
  UpdateExpression: (node, { text }) => {
    const other = node.operator === '++' ? '--' : '++';
    const argument = text(node.argument);
    return [replaced(node, node.prefix ? other + argument : argument + other)];
  },
  AssignmentExpression: (node, { text }) =>
    node.operator in ASSIGNMENTS
      ? [replaced(node, `${text(node.left)} ${ASSIGNMENTS[node.operator]} ${text(node.right)}`)]
      : [],
};

/** Texts for people who read a stack or a log, and names that only the language reads. */
function isUnseen(node, key) {
  if (node.type === 'ImportDeclaration' || node.type.startsWith('Export')) return key === 'source';
  if (node.type === 'NewExpression') return node.callee.name === 'Error' && key === 'arguments';
  // The action is compared by the compiler alone.
  if (node.type === 'CallExpression')
    return node.callee.name === 'authorise' && key === 'arguments';
  if (node.type === 'Property' || node.type.endsWith('Definition')) {
    return key === 'key' && !node.computed;
  }
  return node.type === 'ExpressionStatement' && node.directive != null;
}

const isTypeOnly = ({ type }) => type.startsWith('TS') && !TYPED.has(type);

function* childrenOf(node) {
  for (const [key, value] of Object.entries(node)) {
    if (isUnseen(node, key)) continue;
    for (const child of Array.isArray(value) ? value : [value]) {
      if (typeof child?.type === 'string' && !isTypeOnly(child)) yield child;
    }
  }
}

/**
 * All mutants of a TypeScript source in the order of their places: `{ start, end, text }`, where the text is an
 * expression that replaces the one in the range.
 */
export function mutantsOf(path, source) {
  const { program, errors } = parseSync(path, source);
  if (errors.length > 0) throw new Error(`${path}: ${errors[0].message}`);
  const text = ({ start, end }) => source.slice(start, end);
  const chained = new WeakSet();
  const found = [];
  const visit = (node, parent) => {
    found.push(...(MUTATORS[node.type]?.(node, { text, parent, chained }) ?? []));
    for (const child of childrenOf(node)) visit(child, node);
  };
  visit(program, { type: 'None' });
  return found
    .filter((mutant) => text(mutant) !== mutant.text)
    .sort((a, b) => a.start - b.start || b.end - a.end);
}
