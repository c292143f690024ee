import type { InquiryDetail } from '@naru/contract/inquiries';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { InquiryDesk } from './inquiry-desk.tsx';
import { FIRST_INQUIRIES, InquiryList } from './inquiry-list.tsx';

type Props = {
  /** From the address; undefined shows the list. */
  openId: number | undefined;
  /** Renders the target of a report. */
  renderTarget: (inquiry: InquiryDetail) => ReactNode;
};

/** Console panel INQUIRY; the list keeps its filter, page and focus while an inquiry is open. */
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
