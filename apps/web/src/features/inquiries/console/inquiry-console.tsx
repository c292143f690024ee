import type { InquiryDetail } from '@naru/contract/inquiries';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { InquiryDesk } from './inquiry-desk.tsx';
import { FIRST_INQUIRIES, InquiryList } from './inquiry-list.tsx';

type Props = {
  /** The inquiry that is open, from the address. */
  openId: number | undefined;
  /** Draws what a report is about. */
  renderTarget: (inquiry: InquiryDetail) => ReactNode;
};

/** INQUIRY: the list, or one inquiry; the list comes back as it was left. */
export function InquiryConsole({ openId, renderTarget }: Props) {
  const [shown, setShown] = useState(FIRST_INQUIRIES);
  const lastOpen = useRef(openId);
  useEffect(() => {
    if (openId === undefined && lastOpen.current !== undefined) {
      document.querySelector<HTMLElement>(`[data-inquiry="${lastOpen.current}"]`)?.focus();
    }
    lastOpen.current = openId;
  }, [openId]);
  if (openId !== undefined) return <InquiryDesk id={openId} renderTarget={renderTarget} />;
  return <InquiryList shown={shown} onShown={setShown} />;
}
