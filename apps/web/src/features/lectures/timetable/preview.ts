import type { Lecture } from '@naru/contract/lectures';
import { createStore } from '../../../lib/store.ts';

/** The lecture of the catalogue under the pointer or the focus: the grid shows where it would go. */
export const previewedLecture = createStore<Lecture | null>(null);
