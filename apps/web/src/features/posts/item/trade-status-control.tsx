import type { PostDetail } from '@naru/contract/posts';
import { messageOf } from '../../../lib/api/api-error.ts';
import { Segmented } from '../../../ui/segmented.tsx';
import { toast } from '../../../ui/toast.ts';
import { useSaveItem, valuesOf } from './item.calls.ts';
import { ITEM_TEXTS } from './item.texts.ts';
import { TRADE_STATUSES_LIST } from './trade-statuses.ts';

/** The seller's quick way between 판매 중, 예약 중 and 판매 완료. */
export function TradeStatusControl({ post }: { post: PostDetail }) {
  const saving = useSaveItem(post.id);
  const current = post.tradeStatus ?? 'ON_SALE';
  return (
    <Segmented
      label="거래 상태 바꾸기"
      items={TRADE_STATUSES_LIST}
      value={saving.isPending ? saving.variables.tradeStatus : current}
      onChange={(tradeStatus) => {
        if (saving.isPending) return;
        saving.mutate(
          { ...valuesOf(post), tradeStatus },
          { onError: (error) => toast.error(messageOf(error, ITEM_TEXTS.statusFailed)) },
        );
      }}
    />
  );
}
