import type { AcademicKind } from '@naru/contract/academic-kinds';
import type { BadgeTone } from '../../ui/badge.tsx';

/** The colour of a kind, whose name always stands beside it or in its label. */
export const KIND_TONES: Record<AcademicKind, BadgeTone> = {
  CLASSES: 'sea',
  EXAM: 'buoy',
  REGISTRATION: 'gold',
  HOLIDAY: 'violet',
  EVENT: 'tide',
};

/** Bars of the month. */
export const BAR_LOOKS: Record<AcademicKind, string> = {
  CLASSES: 'bg-sea-weak text-sea',
  EXAM: 'bg-buoy-weak text-buoy',
  REGISTRATION: 'bg-gold-weak text-gold',
  HOLIDAY: 'bg-violet-weak text-violet',
  EVENT: 'bg-tide-weak text-tide',
};

/** Dots below the days of a small month. */
export const DOT_LOOKS: Record<AcademicKind, string> = {
  CLASSES: 'bg-sea',
  EXAM: 'bg-buoy',
  REGISTRATION: 'bg-gold',
  HOLIDAY: 'bg-violet',
  EVENT: 'bg-tide',
};
