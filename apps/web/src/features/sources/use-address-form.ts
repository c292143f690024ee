import { webAddress } from '@naru/contract/source-fields';
import type { RecognisedSource } from '@naru/contract/sources';
import { useState } from 'react';
import * as z from 'zod/mini';
import { useSchemaForm } from '../../lib/forms.ts';
import { useRecognise } from './sources.queries.ts';

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
  const { config, preview } = found?.result ?? { config: null, preview: null };
  return {
    form,
    found,
    isChecking: recognise.isPending,
    /** Whether scripts hide how the address of an article is made. */
    needsArticle: (config !== null && preview === null) || form.getValues('articleUrl') !== '',
    onCheck,
  };
}
