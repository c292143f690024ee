import type { Logger } from 'pino';

/** Structured log of the server; lines never hold content, codes, passwords or tokens. */
export type Log = Logger;
