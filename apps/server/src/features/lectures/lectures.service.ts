import type { Tools } from '../../platform/tools.ts';
import type { AuditService } from '../audit/audit.service.ts';
import { createLectureChanges } from './lectures.change.ts';
import { createLectureReading } from './lectures.read.ts';
import type { AcademicCalendar } from './lectures.terms.ts';
import { createTimetableFile } from './timetable.file.ts';
import { createTimetable } from './timetable.ts';

interface Deps extends Pick<Tools, 'db' | 'clock' | 'seal' | 'throttle'> {
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
