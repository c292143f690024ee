import { createPlaces, type PlaceLimits, type Places } from './places.ts';

/** Kinds of requests that do not wait for each other. Health and event streams wait for nobody. */
export const LOADS = ['signIn', 'read', 'write', 'search', 'upload', 'outside', 'file'] as const;
export type Load = (typeof LOADS)[number];

/** Where requests of all loads begin, before anything is known of them. */
export const INTAKE = 'intake';
export const LINES = [INTAKE, ...LOADS] as const;
export type LineName = (typeof LINES)[number];

export type AdmissionLimits = Record<LineName, PlaceLimits>;
export type Admission = Record<LineName, Places>;

/** The places of one process. */
export function createAdmission(limits: AdmissionLimits): Admission {
  return Object.fromEntries(LINES.map((line) => [line, createPlaces(limits[line])])) as Admission;
}
