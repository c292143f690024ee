import { useQuery } from '@tanstack/react-query';
import { BellRing } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { isAsked, pushQuery, useSwitchDevice } from './push.queries.ts';
import { putAway } from './this-device.ts';

/** Offers notifications on this device; renders nothing for members who were asked before. */
export function PushCard({ onAway, className }: { onAway?: () => void; className?: string }) {
  const { data } = useQuery(pushQuery);
  const change = useSwitchDevice();
  const [isAway, setAway] = useState(false);
  if (data === undefined || isAway || !isAsked(data)) return null;
  const leave = () => {
    setAway(true);
    onAway?.();
  };
  return (
    <section
      aria-label="기기 알림"
      className={cx(
        'pointer-events-auto grid gap-2 rounded-ctl border border-line bg-paper px-4 py-3 text-ink',
        className,
      )}
    >
      <p className="flex items-center gap-2 font-semibold text-md">
        <BellRing size={16} className="text-sea" aria-hidden />
        알림을 이 기기로 받을까요?
      </p>
      <p className="text-ink-2 text-sm">나루를 닫아 두어도 댓글과 메시지를 알려 드립니다.</p>
      <div className="flex gap-2">
        <Button
          size="sm"
          variant="primary"
          pending={change.isPending}
          onClick={() => change.mutate({ ...data, isOn: true }, { onSettled: leave })}
        >
          받기
        </Button>
        <Button
          size="sm"
          variant="ghost"
          onClick={() => {
            putAway();
            leave();
          }}
        >
          나중에
        </Button>
      </div>
    </section>
  );
}
