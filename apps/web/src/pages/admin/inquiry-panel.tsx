import { INQUIRY_CATEGORIES } from '@naru/contract/choices';
import { INQUIRY_STATES } from '@naru/contract/inquiries';
import { useState } from 'react';
import { InquiryConsole, type Shown } from '../../features/inquiries/console/inquiry-console.tsx';
import { pageParameter, usePlace } from '../../lib/place.ts';
import { InquiryTarget } from './inquiry-target.tsx';

/** Composes the inquiry console with what a report or an objection is about. */
export function InquiryPanel() {
  const { read, oneOf, pageOf, go } = usePlace();
  // Ahead of the address, which gets no half-composed syllable.
  const [query, setQuery] = useState(read('query') ?? '');
  const shown: Shown = {
    filter: {
      state: oneOf('state', INQUIRY_STATES),
      category: oneOf('category', INQUIRY_CATEGORIES),
      query,
    },
    page: pageOf(),
  };
  return (
    <InquiryConsole
      openId={Number(read('id')) || undefined}
      shown={shown}
      onShown={({ filter: { state, category, query: text }, page }) => {
        setQuery(text);
        go({ state, category, query: text.trim(), page: pageParameter(page) });
      }}
      renderTarget={(inquiry) => <InquiryTarget inquiry={inquiry} />}
    />
  );
}
