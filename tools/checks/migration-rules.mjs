import { parseSync } from 'libpg-query';

/** What breaks the previous release, which serves while the migration runs, or blocks it. */
export const RULES = {
  drop: 'the release before may still use it: drop it one release after its last use',
  rename: 'the release before knows the old name: add the new one, copy, drop a release later',
  type: 'changes the type of a column: add a column, copy, drop the old one a release later',
  'not-null': 'the release before may leave the column empty: give it a default',
  rewrite: 'writes every row of the table anew: fill the column in parts',
  index: 'stops writers of the table: use CONCURRENTLY in a file without a transaction',
  constraint: 'reads the whole table under a lock: add it NOT VALID, validate it in the next file',
  lock: 'stops the release before',
  hidden: 'a block of code cannot be checked: write the statements themselves',
  repeat:
    'may be run again after an interruption: drop the index IF EXISTS CONCURRENTLY, then create it CONCURRENTLY',
};

const ALONE = '-- without a transaction';
/** In a line before a statement. */
const EXCEPTION = /^-- migration-check: ([a-z-]+) because \S.*$/gm;
/** Functions of defaults that PostgreSQL computes once for all rows. */
const STABLE = new Set(['now', 'transaction_timestamp', 'statement_timestamp']);

/**
 * Reads the statements of a migration; returns how many there are and what breaks a rule, each with its
 * line. The rules do not apply to tables that the file creates.
 */
export function checkMigration(sql) {
  const bytes = Buffer.from(sql);
  const { stmts = [] } = parseSync(sql);
  const created = new Set(stmts.map(({ stmt }) => stmt.CreateStmt?.relation?.relname));
  const isAlone = sql.startsWith(ALONE);
  const problems = [];
  let before = 0;
  for (const { stmt, stmt_location: start = 0, stmt_len: length = 0 } of stmts) {
    const comments = bytes.subarray(before, start).toString();
    before = start + length;
    const allowed = new Set([...comments.matchAll(EXCEPTION)].map(([, rule]) => rule));
    const line = bytes.subarray(0, start).toString().split('\n').length;
    for (const rule of new Set(findBroken(stmt, { created, isAlone }))) {
      if (!allowed.delete(rule)) problems.push({ line, rule });
    }
    for (const rule of allowed) problems.push({ line, rule, isUnused: true });
  }
  return { count: stmts.length, problems };
}

function findBroken(stmt, file) {
  const [[kind, node]] = Object.entries(stmt);
  const broken = (CHECKS[kind] ?? (() => []))(node, file);
  return file.isAlone && !isRepeatable(kind, node) ? [...broken, 'repeat'] : broken;
}

function isRepeatable(kind, node) {
  return kind === 'IndexStmt'
    ? node.concurrent === true && node.if_not_exists !== true
    : kind === 'DropStmt' && node.concurrent === true && node.missing_ok === true;
}

const isNew = (relation, { created }) => created.has(relation?.relname);

const CHECKS = {
  // An index that is dropped and made again in the same file is no loss to anybody.
  DropStmt: ({ removeType, concurrent }, { isAlone }) =>
    removeType === 'OBJECT_INDEX' && concurrent && isAlone ? [] : ['drop'],
  TruncateStmt: () => ['drop'],
  RenameStmt: () => ['rename'],
  AlterObjectSchemaStmt: () => ['rename'],
  DoStmt: () => ['hidden'],
  LockStmt: () => ['lock'],
  ClusterStmt: () => ['lock'],
  ReindexStmt: () => ['lock'],
  VacuumStmt: () => ['lock'],
  IndexStmt: ({ relation, concurrent }, file) =>
    concurrent === true ? (file.isAlone ? [] : ['index']) : isNew(relation, file) ? [] : ['index'],
  AlterTableStmt: ({ relation, cmds }, file) =>
    isNew(relation, file) ? [] : cmds.flatMap(({ AlterTableCmd }) => brokenBy(AlterTableCmd)),
};

function brokenBy({ subtype, def }) {
  if (subtype === 'AT_AddColumn') return brokenByColumn(def.ColumnDef);
  if (subtype === 'AT_AddConstraint') return brokenByConstraint(def.Constraint);
  return OF_COMMAND[subtype] ?? [];
}

const OF_COMMAND = {
  AT_DropColumn: ['drop'],
  AT_AlterColumnType: ['type'],
  AT_SetNotNull: ['not-null'],
  AT_SetLogged: ['rewrite'],
  AT_SetUnLogged: ['rewrite'],
  AT_AddIdentity: ['not-null'],
};

function brokenByColumn({ constraints = [] }) {
  const all = constraints.map(({ Constraint }) => Constraint);
  const kinds = new Set(all.map(({ contype }) => contype));
  const broken = [];
  if (kinds.has('CONSTR_NOTNULL') && !kinds.has('CONSTR_DEFAULT')) broken.push('not-null');
  if (kinds.has('CONSTR_GENERATED') || kinds.has('CONSTR_IDENTITY')) broken.push('rewrite');
  const isVolatile = ({ contype, raw_expr: value }) =>
    contype === 'CONSTR_DEFAULT' && !functionsIn(value).every((name) => STABLE.has(name));
  if (all.some(isVolatile)) broken.push('rewrite');
  if (kinds.has('CONSTR_UNIQUE') || kinds.has('CONSTR_PRIMARY')) broken.push('index');
  if (kinds.has('CONSTR_CHECK')) broken.push('constraint');
  return broken;
}

function brokenByConstraint({ contype, skip_validation: isNotValid, indexname }) {
  if (contype === 'CONSTR_CHECK' || contype === 'CONSTR_FOREIGN') {
    return isNotValid === true ? [] : ['constraint'];
  }
  if (contype === 'CONSTR_NOTNULL') return ['not-null'];
  return indexname === undefined ? ['index'] : [];
}

/** Names of the functions that an expression calls. */
function functionsIn(node) {
  if (typeof node !== 'object' || node === null) return [];
  const own = node.FuncCall?.funcname?.at(-1)?.String?.sval;
  return [...(own === undefined ? [] : [own]), ...Object.values(node).flatMap(functionsIn)];
}
