import { TOTAL_HEADER } from '@naru/contract/route';
import type { FastifyReply } from 'fastify';

interface Page<T> {
  rows: T[];
  /** Of all pages. */
  total: number;
}

/** The response of a call that returns a page as an array; the total goes into a header. */
export function sendPage<T>(reply: FastifyReply, { rows, total }: Page<T>): T[] {
  reply.header(TOTAL_HEADER, total);
  return rows;
}
