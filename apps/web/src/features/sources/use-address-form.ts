import type { SourceConfig } from '@naru/contract/source-config';
import { webAddress } from '@naru/contract/source-fields';
import type { RecognisedSource } from '@naru/contract/sources';
import { useState } from 'react';
import * as z from 'zod/mini';
import { messageOf } from '../../lib/api/api-error.ts';
import { useSchemaForm } from '../../lib/forms.ts';
import { useDryRun, useRecognise } from './sources.queries.ts';

const NOT_READ = '이 식당을 읽지 못했습니다. 다시 골라 주세요.';

/** What people paste may lack the scheme. */
const address = z.pipe(
  z.transform((text: string) => withScheme(text.trim())),
  webAddress,
);
const addressSchema = z.object({
  url: address,
  articleUrl: z.pipe(
    z.transform((text: string) => (text.trim() === '' ? undefined : withScheme(text.trim()))),
    z.optional(webAddress),
  ),
});

function withScheme(text: string): string {
  return text === '' || /^[a-z]+:/i.test(text) ? text : `https://${text}`;
}

/** The form that asks for an address, and what the server found there. */
export function useAddressForm() {
  const recognise = useRecognise();
  const dryRun = useDryRun();
  const [found, setFound] = useState<{ at: number; url: string; result: RecognisedSource } | null>(
    null,
  );
  const form = useSchemaForm(addressSchema, { url: '', articleUrl: '' });
  const onCheck = form.submit(
    async (body) => {
      const result = await recognise.mutateAsync(body);
      setFound({ at: (found?.at ?? 0) + 1, url: body.url, result });
    },
    { text: '주소를 확인하지 못했습니다. 적은 주소는 그대로 있습니다.' },
  );
  /** Looks at the page anew, read in another way. */
  async function onChoose(chosen: SourceConfig): Promise<void> {
    if (found === null) return;
    try {
      const looked = await dryRun.mutateAsync(chosen);
      const result = { ...found.result, config: chosen, preview: looked, problem: looked.error };
      setFound({ ...found, at: found.at + 1, result });
    } catch (error) {
      form.setProblem({ text: messageOf(error, NOT_READ) });
    }
  }
  const { config, preview } = found?.result ?? { config: null, preview: null };
  return {
    form,
    found,
    isChecking: recognise.isPending || dryRun.isPending,
    /** Whether scripts hide how the address of an article is made. */
    needsArticle: (config !== null && preview === null) || form.getValues('articleUrl') !== '',
    onCheck,
    onChoose,
  };
}
