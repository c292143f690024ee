import { INQUIRY_CATEGORIES } from '@naru/contract/choices';
import { INQUIRY_STATES } from '@naru/contract/inquiries';
import { useState } from 'react';
import { InquiryConsole, type Shown } from '../../features/inquiries/console/inquiry-console.tsx';
import { useConsolePlace } from './console-panels.ts';
import { InquiryTarget } from './inquiry-target.tsx';

/** Composes the inquiry console with what a report or an objection is about. */
export function InquiryPanel() {
  const { id, page, state, category, go, ...search } = useConsolePlace();
  // Ahead of the address, which gets no half-composed syllable.
  const [query, setQuery] = useState(search.query ?? '');
  const shown: Shown = {
    filter: {
      state: INQUIRY_STATES.find((one) => one === state),
      category: INQUIRY_CATEGORIES.find((one) => one === category),
      query,
    },
    page,
  };
  return (
    <InquiryConsole
      openId={id}
      shown={shown}
      onShown={({ filter, page: next }) => {
        setQuery(filter.query);
        const { state, category } = filter;
        go({ state, category, query: filter.query.trim() || undefined }, next);
      }}
      renderTarget={(inquiry) => <InquiryTarget inquiry={inquiry} />}
    />
  );
}
