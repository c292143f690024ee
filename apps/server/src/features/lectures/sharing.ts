import { sortRoles } from '@naru/contract/roles';
import { DONE } from '@naru/contract/texts';
import { readCalendar } from '../../domain/academic-calendar/term-dates.ts';
import { termOf } from '../../domain/academic-calendar/terms.ts';
import type { Actor } from '../../platform/actor.ts';
import { kstDay } from '../../platform/clock.ts';
import { AppError } from '../../platform/errors.ts';
import type { Tools } from '../tools.ts';
import { toSchedule } from './lectures.present.ts';
import type { SlotRow, TermFilter } from './lectures.read.repo.ts';
import { listBusy, listSharing, setOpen, setShown } from './sharing.repo.ts';

interface Deps extends Pick<Tools, 'db' | 'clock'> {}

/** Friends see when each other is busy while both sides agree, and never with what. */
export function createSharing({ db, clock }: Deps) {
  return {
    async listSharing({ memberId }: Actor) {
      const { isOpen, friends } = await listSharing(db, memberId);
      return {
        isOpen,
        friends: friends.map(({ profileImageUrl, roles, ...friend }) => ({
          ...friend,
          roles: sortRoles(roles),
          nickName: friend.nickname,
          profileThumbnails: profileImageUrl,
        })),
      };
    },

    async setOpen({ memberId }: Actor, isOpen: boolean) {
      await setOpen(db, memberId, isOpen);
      return { message: isOpen ? DONE.timetableShown : DONE.timetableHidden, isOpen };
    },

    /** Throws FRIEND_NOT_FOUND. */
    async setShown({ memberId }: Actor, friendId: number, isShown: boolean) {
      if (!(await setShown(db, memberId, friendId, isShown))) {
        throw new AppError('FRIEND_NOT_FOUND');
      }
      return { message: isShown ? DONE.timetableShown : DONE.timetableHidden, isShown };
    },

    /** Throws TIMETABLE_HIDDEN unless every one is a friend with the consent of both sides. */
    async compare({ memberId }: Actor, friendIds: readonly number[], filter: TermFilter) {
      const current = termOf(kstDay(clock.now()), await readCalendar(db));
      const term = {
        year: filter.year ?? current.year,
        semester: filter.semester ?? current.semester,
      };
      const rows = await listBusy(db, memberId, friendIds, term);
      if (rows.length !== friendIds.length + 1) throw new AppError('TIMETABLE_HIDDEN');
      const people = rows.map(({ slots, ...person }) => ({
        ...person,
        busy: joinTouching(slots).map(toSchedule),
      }));
      return { ...term, people };
    },
  };
}

/** Joins sorted slots that touch or overlap: their edges would distinguish lectures from other entries. */
function joinTouching(slots: readonly SlotRow[]): SlotRow[] {
  const joined: SlotRow[] = [];
  for (const slot of slots) {
    const last = joined.at(-1);
    if (last?.dow === slot.dow && slot.from <= last.to) last.to = Math.max(last.to, slot.to);
    else joined.push({ ...slot });
  }
  return joined;
}
