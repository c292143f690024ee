import type { SourceConfig } from '@naru/contract/source-config';
import { AppError } from '../../platform/errors.ts';
import { findSelectorFaults } from './reading/selectors.ts';

/** Throws VALIDATION_FAILED at the selectors that no page can be searched by. */
export function requireReadable(config: SourceConfig): void {
  const errors = findSelectorFaults(config).map(({ field, message }) => ({ field, message }));
  const [first] = errors;
  if (first !== undefined) {
    throw new AppError('VALIDATION_FAILED', { message: first.message, errors });
  }
}
