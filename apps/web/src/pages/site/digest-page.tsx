import { useMutation } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { MailCheck, MailX } from 'lucide-react';
import { api } from '../../lib/api/api.ts';
import { messageOf } from '../../lib/api/api-error.ts';
import { PATHS } from '../../lib/paths.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { FormAlert } from '../../ui/form-alert.tsx';
import { Page, PageHeading } from '../../ui/page.tsx';
import { EmptyState } from '../../ui/states.tsx';

const TITLE = '소식 이메일 그만 받기';

/** The link of a digest opens it without a login. */
export function DigestPage() {
  // The token is in the fragment, which is sent to no server.
  const token = useLocation({ select: ({ hash }) => hash });
  return (
    <Page title={TITLE} width="form">
      <Card as="section" className="mt-6 px-6 py-6 max-md:mt-2 max-md:px-4 max-md:py-5">
        <PageHeading className="text-xl">{TITLE}</PageHeading>
        {token === '' ? (
          <EmptyState
            icon={<MailX size={22} />}
            title="이 주소로는 끌 수 없습니다."
            text="이메일의 주소를 빠짐없이 열어 주세요."
            action={<LinkButton to={PATHS.main}>나루로 가기</LinkButton>}
          />
        ) : (
          <Stop key={token} token={token} />
        )}
      </Card>
    </Page>
  );
}

function Stop({ token }: { token: string }) {
  const stop = useMutation({
    mutationFn: () => api('POST /api/digest/stop/:token', { params: { token } }),
  });
  if (stop.isSuccess) {
    return (
      <div role="status">
        <EmptyState
          icon={<MailCheck size={22} />}
          title="소식 이메일을 더 이상 보내지 않습니다."
          text="계정 설정의 알림 설정에서 언제든 다시 받을 수 있습니다."
          action={<LinkButton to={PATHS.main}>나루로 가기</LinkButton>}
        />
      </div>
    );
  }
  return (
    <div className="mt-4 grid gap-4">
      <p className="text-ink-2">
        들르지 않은 동안의 소식을 모아 보내는 이메일입니다. 인증 코드나 문의 답변 이메일은 그대로
        보내 드립니다.
      </p>
      <FormAlert problem={stop.error && { text: messageOf(stop.error) }} />
      <Button
        variant="primary"
        pending={stop.isPending}
        onClick={() => stop.mutate()}
        className="justify-self-start"
      >
        소식 이메일 끄기
      </Button>
    </div>
  );
}
