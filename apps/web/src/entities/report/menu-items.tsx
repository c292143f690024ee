import { Link2, Siren } from 'lucide-react';
import { copyText } from '../../ui/copy-text.ts';
import type { MenuItem } from '../../ui/menu.tsx';
import { openReport, type Report } from './report.ts';

/** The menu entry that reports a post or comment. */
export function reportItem(report: Report): MenuItem {
  return { label: '신고', icon: <Siren size={16} />, onSelect: () => openReport(report) };
}

/** The menu entry that copies the address of a post or comment. */
export function copyLink(url: URL): MenuItem {
  const copy = () =>
    copyText(url.href, {
      done: '링크를 복사했습니다.',
      failed: '링크를 복사하지 못했습니다. 주소창의 주소를 복사해 주세요.',
    });
  return { label: '링크 복사', icon: <Link2 size={16} />, onSelect: () => void copy() };
}
