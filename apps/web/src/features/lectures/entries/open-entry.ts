import type { PrivateEntry } from '@naru/contract/private-entries';
import { createStore } from '../../../lib/store.ts';

/** The open form of a private entry: of a new one without `entry`. */
export const openEntry = createStore<{ entry?: PrivateEntry } | null>(null);
