import type { Source, SourceDetail } from '@naru/contract/sources';
import { versionOf } from '../../domain/edits/versions.ts';
import { toKst } from '../../platform/clock.ts';
import type { SourceRow } from './sources.repo.ts';

export function presentSource(row: SourceRow, now: Date): Source {
  const { id, name, origin, config, isEnabled, state, error, failuresInRow } = row;
  const { created, updated, unchanged, refused } = row;
  return {
    ...{ id, name, origin, isEnabled, state, error, failuresInRow },
    ...{ created, updated, unchanged, refused },
    title: config.title,
    type: config.type,
    url: config.url,
    intervalMinutes: config.intervalMinutes,
    isRunning: row.isAsked || isLeased(row, now),
    nextRunAt: toKst(row.nextRunAt),
    lastRunAt: atOrNull(row.lastRunAt),
    lastSuccessAt: atOrNull(row.lastSuccessAt),
    faultCount: row.faults.length,
    menuMove: undecided(row.menuMove),
  };
}

export function presentDetail(row: SourceRow, now: Date): SourceDetail {
  const { faults, config } = row;
  return { ...presentSource(row, now), faults, config, version: versionOf(config) };
}

function undecided(move: SourceRow['menuMove']): Source['menuMove'] {
  if (move === null || move.choice !== null) return null;
  const { by, from, to, hash } = move;
  return { by, from, to, hash };
}

export function isLeased({ leaseUntil }: Pick<SourceRow, 'leaseUntil'>, now: Date): boolean {
  return leaseUntil !== null && leaseUntil > now;
}

function atOrNull(date: Date | null): string | null {
  return date === null ? null : toKst(date);
}
