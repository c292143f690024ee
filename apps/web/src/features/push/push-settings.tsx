import type { PushKind, QuietHours } from '@naru/contract/push';
import { useQuery } from '@tanstack/react-query';
import { BellRing } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Field } from '../../ui/field.tsx';
import { LoadState } from '../../ui/load-state.tsx';
import { Select } from '../../ui/select.tsx';
import { pushQuery, useChoosePush, useSwitchDevice } from './push.queries.ts';
import type { Support } from './this-device.ts';

const KINDS: [PushKind, string][] = [
  ['comment', '댓글, 답글, 언급'],
  ['chat', '채팅 메시지'],
  ['notice', '새 공지사항'],
  ['friend', '친구 요청과 수락'],
  ['like', '좋아요'],
  ['other', '그 밖의 소식'],
];
const USUAL_QUIET: QuietHours = { from: '23:00', to: '07:00' };
/** Every half hour; a time that was chosen elsewhere is added. */
const TIMES = Array.from({ length: 48 }, (_, half) => {
  const hour = String(Math.floor(half / 2)).padStart(2, '0');
  return `${hour}:${half % 2 === 0 ? '00' : '30'}`;
});
const UNSUPPORTED: Record<Exclude<Support, 'yes'>, string> = {
  install: '아이폰과 아이패드에서는 공유 메뉴에서 홈 화면에 추가한 뒤 그 앱에서 켤 수 있습니다.',
  blocked: '브라우저가 알림을 막고 있습니다. 주소창 옆의 사이트 설정에서 알림을 허용해 주세요.',
  none: '이 브라우저는 알림을 보여 줄 수 없습니다.',
};

/** Notifications on this device, and which ones all devices of the viewer get. */
export function PushSettings() {
  const query = useQuery(pushQuery);
  if (!query.data) {
    return <LoadState query={query} failed="기기 알림 설정을 불러오지 못했습니다." rows={3} />;
  }
  const { publicKey, subscribed, support, choices } = query.data;
  if (publicKey === null) return null;
  return (
    <div className="mt-5 grid gap-3 border-line border-t pt-4">
      <h3 className="font-semibold">기기 알림</h3>
      <p className="text-ink-3 text-sm">앱을 닫아도 댓글과 메시지를 알려 드립니다.</p>
      {support === 'yes' ? (
        <DeviceSwitch publicKey={publicKey} isOn={subscribed} />
      ) : (
        <p className="rounded-ctl bg-deck px-4 py-3 text-md">{UNSUPPORTED[support]}</p>
      )}
      <Choices {...choices} />
    </div>
  );
}

function DeviceSwitch({ publicKey, isOn }: { publicKey: string; isOn: boolean }) {
  const change = useSwitchDevice();
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 rounded-ctl bg-deck px-4 py-3">
      <span role="status" className="text-md">
        {isOn ? '이 기기로 알림을 받고 있습니다.' : '이 기기로는 알림을 받지 않습니다.'}
      </span>
      <Button
        variant={isOn ? 'secondary' : 'primary'}
        icon={<BellRing size={16} />}
        pending={change.isPending}
        onClick={() => change.mutate({ publicKey, isOn: !isOn })}
      >
        {isOn ? '이 기기에서 끄기' : '이 기기에서 받기'}
      </Button>
    </div>
  );
}

type ChoicesProps = {
  kinds: Record<PushKind, boolean>;
  preview: boolean;
  quiet: QuietHours | null;
};

function Choices({ kinds, preview, quiet }: ChoicesProps) {
  const { mutate: choose } = useChoosePush();
  return (
    <>
      <fieldset className="grid gap-x-4 gap-y-2.5 sm:grid-cols-2">
        <legend className="mb-2 text-ink-2 text-md">기기로 받을 소식</legend>
        {KINDS.map(([kind, label]) => (
          <Checkbox
            key={kind}
            label={label}
            checked={kinds[kind]}
            onChange={(event) => choose({ kinds: { [kind]: event.target.checked } })}
          />
        ))}
      </fieldset>
      <Checkbox
        label="잠금 화면에 내용 미리 보기 (비밀게시판과 익명 글의 내용은 늘 숨깁니다)"
        checked={preview}
        onChange={(event) => choose({ preview: event.target.checked })}
      />
      <Checkbox
        label="조용한 시간에는 알리지 않고 모아 두기 (보안 알림은 바로 보냅니다)"
        checked={quiet !== null}
        onChange={(event) => choose({ quiet: event.target.checked ? USUAL_QUIET : null })}
      />
      {quiet !== null && <QuietTimes quiet={quiet} onChange={(next) => choose({ quiet: next })} />}
    </>
  );
}

type QuietTimesProps = { quiet: QuietHours; onChange: (next: QuietHours) => void };

function QuietTimes({ quiet, onChange }: QuietTimesProps) {
  const timesFor = (chosen: string, other: string) =>
    [...new Set([...TIMES, chosen])]
      .sort()
      .map((value) => ({ value, label: value, disabled: value === other }));
  return (
    <div className="flex flex-wrap gap-4">
      <Field label="조용한 시간 시작">
        <Select
          options={timesFor(quiet.from, quiet.to)}
          value={quiet.from}
          onChange={(event) => onChange({ ...quiet, from: event.target.value })}
        />
      </Field>
      <Field label="조용한 시간 끝">
        <Select
          options={timesFor(quiet.to, quiet.from)}
          value={quiet.to}
          onChange={(event) => onChange({ ...quiet, to: event.target.value })}
        />
      </Field>
    </div>
  );
}
