import { DrizzleQueryError } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { loggableError } from './log.ts';

describe('loggableError [AUDIT-05]', () => {
  it('keeps the statement and the cause of a failed query, not its values', () => {
    const cause = Object.assign(new Error('relation "email_queue" does not exist'), {
      code: '42P01',
      detail: 'Key (email)=(secret@kmou.ac.kr) already exists.',
    });
    const error = new DrizzleQueryError('insert into x values ($1)', ['secret', '123456'], cause);
    const logged = loggableError(error);
    expect(logged).toMatchObject({
      message: 'Failed query: insert into x values ($1)',
      cause: { message: 'relation "email_queue" does not exist', code: '42P01' },
    });
    expect(JSON.stringify(logged)).not.toMatch(/secret|123456/);
    expect(logged.stack).toContain('    at ');
  });

  it('handles circular causes and values that are not errors', () => {
    const circle = new Error('round');
    circle.cause = circle;
    expect(loggableError(circle).message).toBe('round');
    expect(loggableError({ password: 'secret' })).toEqual({
      type: 'object',
      message: 'not an error',
      stack: '',
    });
  });
});
