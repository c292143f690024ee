import { Smartphone } from 'lucide-react';
import { install, installWay } from '../../lib/install.ts';
import { useStore } from '../../lib/store.ts';
import { alertDialog } from '../../ui/ask.ts';
import { Button } from '../../ui/button.tsx';

const IOS_STEPS =
  'Safari의 공유 버튼(네모에서 화살표가 나가는 모양)을 누르고 ‘홈 화면에 추가’를 고르면 앱처럼 열립니다. 알림도 설치한 앱에서만 받을 수 있습니다.';

/** Installs the site as an app, where the device can and it is not installed yet. */
export function InstallEntry({ onClose }: { onClose: () => void }) {
  const way = useStore(installWay);
  if (way === null) return null;
  const start = () => {
    onClose();
    if (way === 'prompt') void install();
    else void alertDialog({ title: '앱으로 설치', body: IOS_STEPS });
  };
  return (
    <Button block icon={<Smartphone size={16} />} onClick={start}>
      앱으로 설치
    </Button>
  );
}
