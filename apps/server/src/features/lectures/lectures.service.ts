import { createLectureImport } from './import.ts';
import { createLectureChanges } from './lectures.change.ts';
import { createLectureReading } from './lectures.read.ts';
import { createPlanApply } from './plans.apply.ts';
import { createPlans } from './plans.ts';
import { createPrivateEntries } from './private-entries.ts';
import { createSharing } from './sharing.ts';
import { createTimetableFile } from './timetable.file.ts';
import { createTimetable } from './timetable.ts';

type Deps = Parameters<typeof createLectureChanges>[0] & Parameters<typeof createTimetableFile>[0];

export type LecturesService = ReturnType<typeof createLecturesService>;

export function createLecturesService(deps: Deps) {
  return {
    ...createLectureReading(deps),
    ...createLectureChanges(deps),
    ...createLectureImport(deps),
    ...createTimetable(deps),
    ...createPrivateEntries(deps),
    ...createPlans(deps),
    ...createPlanApply(deps),
    ...createSharing(deps),
    ...createTimetableFile(deps),
  };
}
