import { type LectureTag, lectureTagSchema } from '@naru/contract/lecture-tags';
import { useState } from 'react';
import * as z from 'zod/mini';

const storedSchema = z.nullable(lectureTagSchema);

/** The lecture of a review or an item in its form; `draft`: the choice that its draft stored. */
export function useLectureChoice(initial: LectureTag | null, draft = '') {
  const [lecture, setLecture] = useState(() => readStored(draft) ?? initial);
  return {
    lecture,
    choose: setLecture,
    isTouched: lecture?.id !== initial?.id,
    /** For the draft. */
    text: JSON.stringify(lecture),
    restore(text: string) {
      const stored = readStored(text);
      if (stored !== undefined) setLecture(stored);
    },
  };
}

/** Undefined for other text. */
function readStored(text: string): LectureTag | null | undefined {
  try {
    return z.safeParse(storedSchema, JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
