import { toast } from './toast.ts';

const holdsFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') === true;

/**
 * Says by name that files cannot be put down where nothing takes them; the browser would leave the
 * page and open them. Returns what ends that.
 */
export function watchStrayDrops(): () => void {
  const allow = (event: DragEvent) => {
    if (holdsFiles(event)) event.preventDefault();
  };
  const refuse = (event: DragEvent) => {
    if (event.defaultPrevented || !holdsFiles(event)) return;
    event.preventDefault();
    for (const { name } of event.dataTransfer?.files ?? []) {
      toast.error(`${name}: 여기에는 파일을 놓을 수 없습니다.`);
    }
  };
  addEventListener('dragover', allow);
  addEventListener('drop', refuse);
  return () => {
    removeEventListener('dragover', allow);
    removeEventListener('drop', refuse);
  };
}
