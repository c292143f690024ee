import { ROLES, type Role } from '@naru/contract/roles';

/**
 * Columns of the role matrix: anonymous, each role, and for calls on owned objects a student who
 * owns the object and one who does not. Role columns act on another member's object.
 */
export const COLUMNS = ['An', ...ROLES, 'Own', 'Non'] as const;
export type Column = 'An' | Role | 'Own' | 'Non';

export type Cells = readonly (number | null)[];

export const OK = 200;
export const MADE = 201;

export const forAll = (status: number, ...owner: number[]): Cells => [
  ...COLUMNS.slice(0, 8).map(() => status),
  ...(owner.length > 0 ? owner : [null, null]),
];
/** 401 without a token, `below` up to the role before `from`, `status` from there on. */
export const from = (role: Role, status: number, below: number, ...owner: number[]): Cells => [
  401,
  ...ROLES.map((one) => (ROLES.indexOf(one) >= ROLES.indexOf(role) ? status : below)),
  ...(owner.length > 0 ? owner : [null, null]),
];
/** Not even SYSTEM, which ranks above ADMIN. */
export const adminOnly = (status: number): Cells => [
  401,
  ...ROLES.map((one) => (one === 'ADMIN' ? status : 403)),
  null,
  null,
];
export const signedIn = (status = OK): Cells => from('USER', status, status);
export const authorOnly: Cells = from('USER', 403, 403, OK, 403);
/** For calls on objects the caller participates in; the role columns participate too. */
export const own = (status: number, foreign: number): Cells =>
  from('USER', status, status, status, foreign);
export const roomMemberOnly = (status = OK): Cells => from('USER', 404, 404, status, 404);
export const authorOrStaff: Cells = from('MANAGER', OK, 403, OK, 403);

/** A line of the role matrix. */
export interface MatrixLine {
  /** Method and path of the contract. */
  call: string;
  /** One of several kinds of request to the same call. */
  variant?: string;
  /** Expected status per column, in the order of COLUMNS; null: not applicable. */
  cells: Cells;
}
