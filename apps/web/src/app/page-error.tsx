import type { ErrorComponentProps } from '@tanstack/react-router';
import { useRouter } from '@tanstack/react-router';
import { CloudOff } from 'lucide-react';
import { messageOf } from '../lib/api/api-error.ts';
import { Card } from '../ui/card.tsx';
import { Page } from '../ui/page.tsx';
import { ErrorState } from '../ui/states.tsx';

/** Error boundary of one page; header and footer keep working. */
export function PageError(props: ErrorComponentProps) {
  const router = useRouter();
  const retry = () => {
    props.reset();
    void router.invalidate();
  };
  return (
    <Page title="오류">
      <Card>
        <ErrorState
          icon={<CloudOff size={22} aria-hidden="true" />}
          title="화면을 불러오지 못했습니다."
          text={messageOf(props.error, '잠시 후 다시 시도해 주세요.')}
          onRetry={retry}
        />
      </Card>
    </Page>
  );
}
