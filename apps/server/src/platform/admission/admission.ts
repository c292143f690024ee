import { createPlaces, type PlaceLimits, type Places } from './places.ts';

/** Kinds of requests that do not wait for each other. Health and event streams wait for nobody. */
export const LOADS = ['signIn', 'read', 'write', 'search', 'upload', 'outside', 'file'] as const;
export type Load = (typeof LOADS)[number];

export type AdmissionLimits = Record<Load, PlaceLimits>;
export type Admission = Record<Load, Places>;

/** The places of one process. */
export function createAdmission(limits: AdmissionLimits): Admission {
  return Object.fromEntries(LOADS.map((load) => [load, createPlaces(limits[load])])) as Admission;
}
