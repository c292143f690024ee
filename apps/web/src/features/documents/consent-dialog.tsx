import { DOCUMENT_TITLES } from '@naru/contract/document-names';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { pendingConsentsQuery } from '../../entities/documents/documents.ts';
import { api } from '../../lib/api/api.ts';
import { messageOf, TRY_LATER } from '../../lib/api/api-error.ts';
import type { ResultOf } from '../../lib/api/endpoints.ts';
import { PATHS } from '../../lib/paths.ts';
import { logOut } from '../../lib/session/log-out.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';

type ConsentDialogProps = ResultOf<'GET /api/member/consents'>;

/** Asks for consent to new versions; only agreeing or logging out closes it. */
export function ConsentDialog({ pending }: ConsentDialogProps) {
  const client = useQueryClient();
  const agree = useMutation({
    mutationFn: (body: Record<string, string>) => api('POST /api/member/consents', { body }),
    onSuccess: (left) => client.setQueryData(pendingConsentsQuery.queryKey, left),
  });
  const versions = Object.fromEntries(pending.map((one) => [one.document, one.version]));
  return (
    <Dialog
      open
      dismissable={false}
      onClose={() => undefined}
      title="새 약관에 동의해 주세요"
      footer={
        <>
          <Button onClick={() => void logOut()}>로그아웃</Button>
          <Button
            variant="primary"
            pending={agree.isPending}
            onClick={() => agree.mutate(versions)}
          >
            모두 동의합니다
          </Button>
        </>
      }
    >
      <p>아래 내용이 바뀌었습니다. 계속 이용하려면 새 내용을 읽고 동의해 주세요.</p>
      <ul className="mt-4 grid gap-4">
        {pending.map(({ document, version, note }) => (
          <li key={document} className="rounded-ctl bg-deck px-4 py-3">
            <p className="font-semibold">
              {DOCUMENT_TITLES[document]}
              <span className="ml-2 font-medium text-ink-3 text-sm">
                시행일 {version.slice(0, 10)}
              </span>
            </p>
            <p className="mt-1 whitespace-pre-line text-ink-2 text-md">{note}</p>
            <a
              href={PATHS[document]}
              target="_blank"
              rel="noopener"
              data-autofocus
              className="mt-1 inline-flex min-h-11 items-center font-semibold text-sea hover:underline"
            >
              전체 내용 보기 <span className="sr-only">(새 탭)</span>
            </a>
          </li>
        ))}
      </ul>
      {agree.error && (
        <p role="alert" className="mt-3 text-buoy text-md">
          {messageOf(agree.error, TRY_LATER)}
        </p>
      )}
    </Dialog>
  );
}
