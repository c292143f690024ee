import { getRouteApi } from '@tanstack/react-router';
import { PATHS } from '../../app/paths.ts';
import { InquiryConsole } from '../../features/inquiries/console/inquiry-console.tsx';
import { InquiryTarget } from './inquiry-target.tsx';

const route = getRouteApi(PATHS.admin);

/** Composes the inquiry console with what a report or an objection is about. */
export function InquiryPanel() {
  const { id } = route.useSearch();
  return (
    <InquiryConsole openId={id} renderTarget={(inquiry) => <InquiryTarget inquiry={inquiry} />} />
  );
}
