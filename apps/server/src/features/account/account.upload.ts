import { Readable } from 'node:stream';
import type { MultipartFile, MultipartValue } from '@fastify/multipart';
import { LIMITS } from '@naru/contract/limits';
import { AppError } from '../../platform/errors.ts';

const FIELD = 'profileImage';
const MISSING = '이미지를 선택해 주세요.';

/** One file and a few small fields that nobody looks at (quality UP-15, ID-27). */
export const PICTURE_PARTS = {
  // One more than allowed: whoever stores the file sees that it is too large.
  fileSize: LIMITS.profileImageMaxBytes + 1,
  files: 1,
  fields: 10,
  fieldSize: 1024,
  fieldNameSize: 100,
  parts: 11,
  headerPairs: 20,
} as const;

interface Form {
  parts(): AsyncIterable<MultipartFile | MultipartValue>;
}

/**
 * Gives the file of the form to `store`, as a stream that fails when the rest of the form is not in
 * order: a picture counts only with its whole form. Throws VALIDATION_FAILED without a file.
 */
export async function takePicture<T>(
  form: Form,
  store: (body: Readable) => Promise<T>,
): Promise<T> {
  const body = Readable.from(readFile(form), { objectMode: false });
  try {
    return await store(body);
  } finally {
    body.destroy();
  }
}

async function* readFile(form: Form): AsyncGenerator<Buffer> {
  let isFound = false;
  for await (const part of form.parts()) {
    if (part.type !== 'file') continue;
    if (part.fieldname === FIELD) {
      isFound = true;
      yield* part.file;
    } else {
      part.file.resume();
    }
  }
  if (isFound) return;
  throw new AppError('VALIDATION_FAILED', {
    message: MISSING,
    errors: [{ field: FIELD, message: MISSING }],
  });
}
