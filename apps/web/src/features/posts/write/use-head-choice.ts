import type { Board } from '@naru/contract/boards';
import type { Head } from '@naru/contract/heads';
import { TEXTS } from '@naru/contract/texts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import * as z from 'zod/mini';
import { useBoardHeads } from '../../../entities/boards/board-heads.ts';
import { siteConfigQuery } from '../../../entities/settings/site-config.ts';
import { fieldErrorOf } from '../../../lib/api/api-error.ts';

const joinedSchema = z.object({
  head: z.nullable(z.object({ id: z.number(), name: z.string() })),
  rest: z.string(),
});

export type HeadChoice = ReturnType<typeof useHeadChoice>;

/** The head of a post in its form. A retired one stays with the post that has it, `stored`. */
export function useHeadChoice(board: Board, stored: Head | undefined) {
  const client = useQueryClient();
  const { heads, isRequired } = useBoardHeads(board.type);
  const [head, setHead] = useState<Head | null>(stored ?? null);
  const [error, setError] = useState<string>();
  const isRetired = stored !== undefined && heads.every(({ id }) => id !== stored.id);
  const options = isRetired ? [...heads, stored] : heads;
  const chosen = options.find(({ id }) => id === head?.id) ?? null;
  const isShown = board.takesHeads && (options.length > 0 || head !== null);
  const choose = (next: Head | null) => {
    setHead(next);
    setError(undefined);
  };
  return {
    options,
    chosen,
    /** Chosen before it was retired. */
    lost: chosen === null ? head : null,
    isRequired: isRequired && heads.length > 0,
    isShown,
    error,
    choose,
    isTouched: head?.id !== stored?.id,
    /** The choices of a form together with the head, for the draft. */
    textWith: (rest: string) =>
      head === null && stored === undefined ? rest : JSON.stringify({ head, rest }),
    /** Takes the head from such a text, if it has one; returns the rest. */
    restore(text: string): string {
      const { head: typed, rest } = splitHeadText(text);
      if (typed !== undefined) choose(typed);
      return rest;
    },
    check(): boolean {
      const found = findError();
      setError(found);
      return found === undefined;
    },
    /** Shows what the server says about the head, and learns which there are now. */
    async sending<T>(send: () => Promise<T>): Promise<T> {
      try {
        return await send();
      } catch (thrown) {
        const refused = fieldErrorOf(thrown, 'headId');
        if (refused !== undefined) {
          setError(refused);
          void client.invalidateQueries({ queryKey: siteConfigQuery.queryKey });
        }
        throw thrown;
      }
    },
    /** The field of the post. */
    ofPost: isShown ? { headId: chosen?.id ?? null } : {},
  };

  function findError(): string | undefined {
    if (!isShown) return undefined;
    if (head !== null && chosen === null) return TEXTS.headGone;
    return isRequired && heads.length > 0 && chosen === null ? TEXTS.headChoose : undefined;
  }
}

/** Without a head for the text of a draft in which none was chosen. */
function splitHeadText(text: string): { head?: Head | null; rest: string } {
  try {
    return joinedSchema.parse(JSON.parse(text));
  } catch {
    return { rest: text };
  }
}
