import { INQUIRY_CATEGORIES } from '@naru/contract/choices';
import { INQUIRY_STATES } from '@naru/contract/inquiries';
import { getRouteApi } from '@tanstack/react-router';
import { InquiryConsole } from '../../features/inquiries/console/inquiry-console.tsx';
import { PATHS } from '../../lib/paths.ts';
import { InquiryTarget } from './inquiry-target.tsx';

const route = getRouteApi(PATHS.admin);

/** Composes the inquiry console with what a report or an objection is about. */
export function InquiryPanel() {
  const { id, state, category } = route.useSearch();
  return (
    <InquiryConsole
      openId={id}
      start={{
        state: INQUIRY_STATES.find((one) => one === state),
        category: INQUIRY_CATEGORIES.find((one) => one === category),
      }}
      renderTarget={(inquiry) => <InquiryTarget inquiry={inquiry} />}
    />
  );
}
