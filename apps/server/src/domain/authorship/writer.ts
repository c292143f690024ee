import { ANONYMOUS_AUTHOR_NAME, ANONYMOUS_NAME, WITHDRAWN_NAME } from '@naru/contract/boards';
import type { Role } from '@naru/contract/roles';

interface NamedRow {
  /** The post is; nobody below it is named. */
  isAnonymous: boolean;
  nickname: string | null;
  withdrawnAt: Date | null;
}

export interface WriterRow extends NamedRow {
  authorId: number | null;
}

interface ProfileRow extends WriterRow {
  profileImageUrl: string | null;
  roles: Role[];
}

export interface Writer {
  writerId: number | null;
  writerNickname: string;
}

export interface WriterProfile extends Writer {
  writerProfileThumbnails: string | null;
  writerRoles: Role[];
}

/** The name of a member; accounts that are gone have one name. */
export function memberName(nickname: string | null, withdrawnAt: Date | null): string {
  return nickname === null || withdrawnAt !== null ? WITHDRAWN_NAME : nickname;
}

/** The name of a writer for every reader, staff included. `alias` stands for an anonymous one. */
export function writerName(row: NamedRow, alias: string = ANONYMOUS_NAME): string {
  return row.isAnonymous ? alias : memberName(row.nickname, row.withdrawnAt);
}

/** The only place where a writer becomes visible or stays hidden. */
export function presentWriter(row: WriterRow, alias?: string): Writer {
  const isHidden = row.isAnonymous || row.nickname === null || row.withdrawnAt !== null;
  return {
    writerId: isHidden ? null : row.authorId,
    writerNickname: writerName(row, alias),
  };
}

/** The same with picture and roles, which nobody has who is not named. */
export function presentProfile(row: ProfileRow, alias?: string): WriterProfile {
  const writer = presentWriter(row, alias);
  const isNamed = writer.writerId !== null;
  return {
    ...writer,
    writerProfileThumbnails: isNamed ? row.profileImageUrl : null,
    writerRoles: isNamed ? row.roles : [],
  };
}

/** The name of somebody in the thread of an anonymous post: 글쓴이, or 익명 with the own number. */
export function aliasOf(speaker: {
  isPostAuthor: boolean;
  anonymousNumber: number | null;
}): string {
  return speaker.isPostAuthor
    ? ANONYMOUS_AUTHOR_NAME
    : `${ANONYMOUS_NAME}${speaker.anonymousNumber ?? ''}`;
}
