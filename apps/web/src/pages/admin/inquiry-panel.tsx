import { getRouteApi } from '@tanstack/react-router';
import { PATHS } from '../../app/paths.ts';
import { InquiryConsole } from '../../features/inquiries/console/inquiry-console.tsx';
import { TARGET_UNKNOWN } from '../../features/moderation/moderation.texts.ts';
import { TargetBox } from '../../features/moderation/target-box.tsx';
import { LinkButton } from '../../ui/link-button.tsx';

const route = getRouteApi(PATHS.admin);

/** Composes the inquiry console with the reported content. */
export function InquiryPanel() {
  const { id } = route.useSearch();
  return (
    <InquiryConsole
      openId={id}
      renderTarget={({ target, state }) => (
        <div className="grid justify-items-start gap-2 *:first:w-full">
          {target ? <TargetBox target={target} /> : <p className="text-ink-3">{TARGET_UNKNOWN}</p>}
          {state === 'PROCESSING' && (
            <LinkButton to={PATHS.admin} search={{ menu: 'REPORTS' }} size="sm">
              신고 목록에서 처리
            </LinkButton>
          )}
        </div>
      )}
    />
  );
}
