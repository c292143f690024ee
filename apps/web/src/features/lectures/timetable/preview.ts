import type { Lecture } from '@naru/contract/lectures';
import { createStore } from '../../../lib/store.ts';

/** The hovered or focused lecture of the catalogue, which the timetable previews. */
export const previewedLecture = createStore<Lecture | null>(null);
