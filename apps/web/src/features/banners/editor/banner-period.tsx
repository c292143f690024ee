import { serverNow } from '../../../lib/clock.ts';
import { koreanDay } from '../../../lib/format/dates.ts';
import { Badge, type BadgeTone } from '../../../ui/badge.tsx';
import { DayInput } from '../../../ui/date-inputs.tsx';
import { Field } from '../../../ui/field.tsx';
import {
  type BannerField,
  type DraftBanner,
  type PeriodState,
  periodState,
} from './banner-draft.ts';

const STATES: Record<PeriodState, { text: string; tone: BadgeTone }> = {
  shown: { text: '보이는 중', tone: 'tide' },
  waiting: { text: '대기 중', tone: 'gold' },
  over: { text: '끝남', tone: 'plain' },
};

/** Distinguishes waiting and finished banners from those that members see. */
export function PeriodBadge({ banner }: { banner: DraftBanner }) {
  const state = STATES[periodState(banner, koreanDay(serverNow()))];
  return (
    <Badge tone={state.tone} className="ml-2">
      {state.text}
    </Badge>
  );
}

export function PeriodFields(props: {
  banner: DraftBanner;
  errors: Partial<Record<BannerField, string>>;
  onText: (field: BannerField) => (text: string) => void;
}) {
  const { banner, errors, onText } = props;
  return (
    <div className="grid grid-cols-2 items-start gap-3">
      <Field label="시작일" error={errors.startsOn} hint="비우면 바로 보입니다.">
        <DayInput value={banner.startsOn} onDay={onText('startsOn')} max={banner.endsOn} />
      </Field>
      <Field label="종료일" error={errors.endsOn} hint="비우면 계속 보입니다.">
        <DayInput value={banner.endsOn} onDay={onText('endsOn')} min={banner.startsOn} />
      </Field>
    </div>
  );
}
