import type { ErrorComponentProps } from '@tanstack/react-router';
import { useRouter } from '@tanstack/react-router';
import { Card } from '../ui/card.tsx';
import { Page } from '../ui/page.tsx';
import { LoadError } from '../ui/states.tsx';

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
        <LoadError
          title="화면을 불러오지 못했습니다."
          error={props.error}
          fallback="잠시 후 다시 시도해 주세요."
          onRetry={retry}
        />
      </Card>
    </Page>
  );
}
