import { BOARDS } from '@naru/contract/boards';
import type { FirstStep } from '@naru/contract/work';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link, type LinkProps } from '@tanstack/react-router';
import { ChevronRight, Circle, CircleCheck } from 'lucide-react';
import { workKeys } from '../../entities/keys.ts';
import { useFirstSteps } from '../../entities/work/work.ts';
import { api } from '../../lib/api/api.ts';
import { PATHS } from '../../lib/paths.ts';
import { alertFailure } from '../../ui/alert-failure.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { cx } from '../../ui/cx.ts';
import { ProgressBar } from '../../ui/progress-bar.tsx';

type Text = { title: string; hint: string; link?: LinkProps };

const SETTINGS: LinkProps = { to: PATHS.admin, search: { menu: 'SETTINGS' } };
const DOCUMENTS: LinkProps = {
  to: PATHS.admin,
  search: { menu: 'SETTINGS', category: 'documents' },
};
const TEXTS: Record<FirstStep, Text> = {
  NAMES: {
    title: '대학교와 학과 이름',
    hint: '화면과 이메일에 우리 학과의 이름이 보입니다.',
    link: SETTINGS,
  },
  LOOK: {
    title: '로고나 대표 색',
    hint: '설정에서 로고를 올리거나 색을 고르면 바로 바뀝니다.',
    link: SETTINGS,
  },
  TERMS: {
    title: '이용약관과 개인정보 처리방침',
    hint: '개인정보를 누가 어떻게 맡는지 우리 학과에 맞게 고쳐 시행해 주세요.',
    link: DOCUMENTS,
  },
  EMAIL: {
    title: '이메일 서버',
    hint: '인증 코드가 나가려면 서버 운영자가 SMTP_URL을 정해야 합니다.',
  },
  NOTICE: {
    title: '첫 공지',
    hint: '처음 들어온 회원이 볼 공지를 써 보세요.',
    link: { to: PATHS.write, params: { boardType: BOARDS.NOTICE.slug } },
  },
  MEMBERS: {
    title: '구성원',
    hint: '명부와 초대에서 파일로 한꺼번에 초대하거나, 가입 주소를 알려 주세요.',
    link: { to: PATHS.admin, search: { menu: 'ROSTER' } },
  },
  BACKUP: {
    title: '백업',
    hint: '지난 7일 안에 한 백업이 없습니다. 지금 백업하고, 매일 하는지 확인해 주세요.',
    link: { to: PATHS.admin, search: { menu: 'BACKUPS' } },
  },
};

/** What the first administrator of an installation does once; gone when done or put away. */
export function FirstStepsCard() {
  const { data: steps } = useFirstSteps();
  const putAway = usePutAway();
  if (!steps) return null;
  const count = steps.filter(({ done }) => done).length;
  return (
    <Card as="section" aria-label="첫 단계" className="overflow-hidden">
      <div className="grid gap-3 px-5 py-4 max-md:px-4">
        <div className="flex items-center gap-3">
          <h2 className="font-bold text-lg">첫 단계</h2>
          <p className="text-ink-3 text-sm tabular-nums">
            {steps.length}개 중 {count}개 마침
          </p>
          <Button className="ml-auto" pending={putAway.isPending} onClick={() => putAway.mutate()}>
            그만 보기
          </Button>
        </div>
        <ProgressBar label="첫 단계 진행" value={count / steps.length} />
      </div>
      <ol>
        {steps.map(({ step, done }) => (
          <li key={step} className="border-line border-t">
            <Step {...TEXTS[step]} done={done} />
          </li>
        ))}
      </ol>
    </Card>
  );
}

function usePutAway() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => api('POST /api/admin/work/first-steps/put-away'),
    onSuccess: () => client.invalidateQueries({ queryKey: workKeys.waiting }),
    onError: (error) => alertFailure('첫 단계를 감추지 못했습니다.', error),
  });
}

const ROW = 'flex min-h-14 items-center gap-3 px-5 py-2.5 max-md:px-4';

function Step({ title, hint, link, done }: Text & { done: boolean }) {
  const Icon = done ? CircleCheck : Circle;
  const text = (
    <>
      <Icon size={22} className={cx('shrink-0', done ? 'text-tide' : 'text-ink-3')} />
      <span className="grid min-w-0 flex-1 gap-0.5">
        <span className={cx('font-semibold', done && 'text-ink-3')}>
          {title}
          <span className="sr-only">{done ? ' (마침)' : ' (남음)'}</span>
        </span>
        {!done && <span className="text-ink-3 text-sm">{hint}</span>}
      </span>
    </>
  );
  if (done || link === undefined) return <div className={ROW}>{text}</div>;
  return (
    <Link {...link} className={cx(ROW, 'hover:bg-hover')}>
      {text}
      <ChevronRight size={18} className="shrink-0 text-ink-3" />
    </Link>
  );
}
