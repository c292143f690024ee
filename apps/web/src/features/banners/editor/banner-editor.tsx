import { BANNER_TYPES } from '@naru/contract/banners';
import { useQuery } from '@tanstack/react-query';
import { Eye } from 'lucide-react';
import { useState } from 'react';
import { useFreshData } from '../../../lib/api/editing.ts';
import { serverNow } from '../../../lib/clock.ts';
import { koreanDay } from '../../../lib/format/dates.ts';
import { useStart } from '../../../lib/start.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { EditConflict } from '../../../ui/edit-conflict.tsx';
import { FormAlert } from '../../../ui/form-alert.tsx';
import { LoadState } from '../../../ui/load-state.tsx';
import { SaveBar } from '../../../ui/save-bar.tsx';
import { allBannersQuery } from '../banners.queries.ts';
import { EventBanners } from '../event-banners.tsx';
import { MediaBanners } from '../media-banners.tsx';
import { type Draft, toPreview } from './banner-draft.ts';
import { BannerSection } from './banner-section.tsx';
import { type StoredBanners, useBannerEditor } from './use-banner-editor.ts';

export function BannerEditor() {
  const query = useQuery({ ...allBannersQuery, refetchOnWindowFocus: false });
  const banners = useFreshData(query);
  if (banners) return <Editor initial={banners} />;
  return (
    <Card className="overflow-hidden">
      <LoadState
        query={query}
        failed="배너를 불러오지 못했습니다."
        rows={5}
        label="배너를 불러오는 중입니다."
      />
    </Card>
  );
}

function Editor({ initial }: { initial: StoredBanners }) {
  const editor = useBannerEditor(initial);
  useStart('add', () => editor.add('NORMAL'));
  const [isPreviewOpen, setPreviewOpen] = useState(false);
  const hasErrors = Object.values(editor.errors).some((one) => Object.values(one).some(Boolean));
  const status = editor.isDirty ? '저장하지 않은 변경이 있습니다.' : '수정한 내용이 없습니다.';
  return (
    <div data-banner-editor className="grid gap-6">
      {BANNER_TYPES.map((type) => (
        <BannerSection key={type} type={type} editor={editor} />
      ))}
      {editor.conflict && (
        <EditConflict
          differences={editor.conflict.differences}
          pending={editor.isSaving}
          onKeepMine={editor.conflict.keepMine}
          onTakeTheirs={editor.conflict.takeTheirs}
        />
      )}
      <FormAlert problem={editor.problem} />
      <SaveBar status={hasErrors ? '표시된 칸을 확인해 주세요.' : status} isWrong={hasErrors}>
        <Button icon={<Eye size={16} />} onClick={() => setPreviewOpen(true)}>
          미리 보기
        </Button>
        <Button
          variant="primary"
          pending={editor.isSaving}
          disabled={!editor.isDirty}
          onClick={editor.save}
        >
          저장
        </Button>
      </SaveBar>
      <Dialog
        open={isPreviewOpen}
        onClose={() => setPreviewOpen(false)}
        title="미리 보기"
        size="lg"
      >
        <Preview draft={editor.draft} />
      </Dialog>
    </div>
  );
}

function Preview({ draft }: { draft: Draft }) {
  const today = koreanDay(serverNow());
  const banners = {
    data: {
      normalBanners: toPreview(draft, 'NORMAL', today),
      mediaBanners: toPreview(draft, 'MEDIA', today),
    },
  };
  return (
    <div className="grid gap-4">
      <p className="text-ink-3 text-sm">
        저장하기 전의 모습입니다. 홈에서도 이렇게 보이고, 기간이 아닌 배너는 빠집니다.
      </p>
      <EventBanners banners={banners} />
      <MediaBanners banners={banners} />
    </div>
  );
}
