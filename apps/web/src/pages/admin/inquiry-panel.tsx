import { ASSIGNED } from '@naru/contract/assignees';
import { INQUIRY_CATEGORIES } from '@naru/contract/choices';
import { INQUIRY_STATES } from '@naru/contract/inquiries';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { InquiryConsole, type Shown } from '../../features/inquiries/console/inquiry-console.tsx';
import { PATHS } from '../../lib/paths.ts';
import { pageParameter, usePlace } from '../../lib/place.ts';
import { InquiryTarget } from './inquiry-target.tsx';

/** Composes the inquiry console with what a report or an objection is about. */
export function InquiryPanel() {
  const { read, oneOf, pageOf, go } = usePlace();
  const navigate = useNavigate();
  // Ahead of the address, which gets no half-composed syllable.
  const [query, setQuery] = useState(read('query') ?? '');
  const shown: Shown = {
    filter: {
      state: oneOf('state', INQUIRY_STATES),
      category: oneOf('category', INQUIRY_CATEGORIES),
      query,
      assigned: oneOf('assigned', ASSIGNED),
    },
    page: pageOf(),
  };
  return (
    <InquiryConsole
      openId={Number(read('id')) || undefined}
      shown={shown}
      onShown={({ filter: { state, category, query: text, assigned }, page }) => {
        setQuery(text);
        go({ state, category, query: text.trim(), assigned, page: pageParameter(page) });
      }}
      onOpen={(id) =>
        void navigate({
          to: PATHS.admin,
          search: (now) => ({ ...now, menu: 'INQUIRY', id: id ?? undefined }),
        })
      }
      renderTarget={(inquiry) => <InquiryTarget inquiry={inquiry} />}
    />
  );
}
