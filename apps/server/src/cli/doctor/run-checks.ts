import { messageOf } from '../../platform/database/errors.ts';
import { bad, type Finding } from '../proofs/finding.ts';
import type { Check, Given } from './given.ts';

/** Longer than the limits of single connections. */
const LIMIT_MS = 15_000;

export interface Result {
  id: string;
  title: string;
  findings: Finding[];
}

/** Runs all checks side by side; one that fails or takes too long is a finding itself. */
export function runChecks(
  checks: readonly Check[],
  given: Given,
  limitMs = LIMIT_MS,
): Promise<Result[]> {
  return Promise.all(
    checks.map(async ({ id, title, run }) => ({
      id,
      title,
      findings: await within(run(given), limitMs).catch((error: unknown) => [
        bad(
          `보지 못했습니다: ${messageOf(error)}`,
          '다시 실행해도 같으면 이 줄을 개발자에게 보여 주세요.',
        ),
      ]),
    })),
  );
}

function within<T>(work: Promise<T>, limitMs: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(
      () => reject(new Error(`${limitMs / 1_000}초 안에 끝나지 않았습니다`)),
      limitMs,
    );
    work.then(resolve, reject).finally(() => clearTimeout(late));
  });
}
