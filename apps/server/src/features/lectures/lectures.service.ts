import type { Db } from '../../db/client.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Seal } from '../../platform/seal.ts';
import type { Throttle } from '../../platform/throttle.ts';
import type { AuditService } from '../audit/audit.service.ts';
import { createLectureChanges } from './lectures.change.ts';
import { createLectureReading } from './lectures.read.ts';
import type { AcademicCalendar } from './lectures.terms.ts';
import { createTimetableFile } from './timetable.file.ts';
import { createTimetable } from './timetable.ts';

interface Deps {
  db: Db;
  clock: Clock;
  seal: Seal;
  throttle: Throttle;
  audit: Pick<AuditService, 'record'>;
  calendar: AcademicCalendar;
  /** Host name in the UIDs of calendar entries. */
  host: string;
}

export type LecturesService = ReturnType<typeof createLecturesService>;

export function createLecturesService(deps: Deps) {
  return {
    ...createLectureReading(deps),
    ...createLectureChanges(deps),
    ...createTimetable(deps),
    ...createTimetableFile(deps),
  };
}
