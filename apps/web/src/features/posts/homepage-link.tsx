import { BOARDS, type BoardType } from '@naru/contract/boards';
import { ExternalLink } from 'lucide-react';
import { buttonClass } from '../../ui/button.tsx';

export function webHost(address: string | null): string | null {
  if (!address || !URL.canParse(address)) return null;
  const { protocol, host } = new URL(address);
  return protocol === 'https:' || protocol === 'http:' ? host : null;
}

/** Link to the original page of a notice, with the host it leads to. */
export function HomepageLink(props: { boardType: BoardType; targetUrl: string | null }) {
  const label = BOARDS[props.boardType].homepageLabel;
  const host = webHost(props.targetUrl);
  if (!label || !host || !props.targetUrl) return null;
  return (
    <p className="mt-6 flex flex-wrap items-center gap-x-3 gap-y-1">
      <a
        href={props.targetUrl}
        target="_blank"
        rel="noopener noreferrer"
        className={buttonClass({ size: 'md' })}
      >
        {label}
        <ExternalLink size={15} />
      </a>
      <span className="text-ink-3 text-sm">{host}</span>
    </p>
  );
}
