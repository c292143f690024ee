import type { PageInfo } from '@naru/contract/inquiries';

/** `page` counts from 0. */
export interface PageQuery {
  page: number;
  size: number;
}

export interface PageRange {
  limit: number;
  offset: number;
}

export function rangeOf({ page, size }: PageQuery): PageRange {
  return { limit: size, offset: page * size };
}

export function pageInfo({ page, size }: PageQuery, totalElements: number): PageInfo {
  return { currentPage: page, size, totalPages: Math.ceil(totalElements / size), totalElements };
}

/** `pageInfo` for responses that name the total `totalCount`. */
export function pageCounts({ page, size }: PageQuery, totalCount: number) {
  return { currentPage: page, totalPages: Math.ceil(totalCount / size), totalCount };
}
