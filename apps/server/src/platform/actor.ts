import type { Role } from '@naru/contract/roles';

/** The signed-in member who acts; roles are read from the database on every request. */
export interface Actor {
  memberId: number;
  sessionId: string;
  roles: readonly Role[];
  /** Staff who have to set up a second factor: until then `roles` has none from MANAGER on. */
  isHeldBack?: boolean;
  /** Network address of the request, for the audit log. */
  address?: string;
  /** Absent for an actor that no request has brought. */
  reader?: PageReader;
}

/** What pages cached in memory need of a reader, read with the session: as new as the request. */
export interface PageReader {
  /** The versions of the boards. */
  versions: string;
  /** Ids of the members that the reader blocks, separated by spaces. */
  blocked: string | null;
  /** Ids of the posts whose anonymous author the reader blocks, separated by spaces. */
  blockedPosts: string | null;
  /** The reader's favourite boards, separated by spaces. */
  marked: string | null;
  /** Year of study as stated, and the academic year for which it holds. */
  studyYear: number | null;
  studyYearOf: number | null;
}
