import type { PostDetail } from '@naru/contract/posts';
import { messageOf } from '../../../lib/api/api-error.ts';
import { Segmented } from '../../../ui/segmented.tsx';
import { toast } from '../../../ui/toast.ts';
import { TRADE_STATUS_OPTIONS } from '../posts.texts.ts';
import { useSaveItem, valuesOf } from './item.calls.ts';
import { ITEM_TEXTS } from './item.texts.ts';

export function TradeStatusControl({ post }: { post: PostDetail }) {
  const saving = useSaveItem(post.id);
  const current = post.tradeStatus ?? 'ON_SALE';
  return (
    <Segmented
      label="거래 상태 바꾸기"
      items={TRADE_STATUS_OPTIONS}
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
