import type { Env } from '../config/env.ts';
import type { Program } from '../features/tools.ts';
import type { AdmissionLimits } from '../http/admission/loads.ts';
import type { Log } from '../platform/log.ts';

/** What the process gives its server. */
export interface ServerParts extends Program {
  env: Env;
  log: Log;
  requestLevel: 'info' | 'debug';
  webRoot: string;
  /** Admission limits of the process, for measurements; those of `http/admission/loads.ts` by default. */
  admission?: AdmissionLimits;
  /** The program of the processes that serve requests when there are several. */
  servingProgram: string;
  /** Appends whole lines of other processes to the log. */
  writeLog: (lines: string) => void;
  /** Prints progress to the terminal. */
  print: (line: string) => void;
  /** Called when the server cannot continue. */
  onFatal: (reason: string) => void;
}

/** Prints a step and its duration. */
export async function step<T>(
  print: (line: string) => void,
  name: string,
  run: () => Promise<T>,
): Promise<T> {
  const startedAt = performance.now();
  const result = await run();
  print(`${name}: done in ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
  return result;
}
