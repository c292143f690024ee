import { useState } from 'react';
import { Button } from '../ui/button.tsx';
import { RichEditor } from '../ui/editor/rich-editor.tsx';
import { SaveBar } from '../ui/save-bar.tsx';
import { Specimen, Specimens } from './specimen.tsx';

const HTML =
  '<h2>모임 안내</h2><p><strong>금요일</strong>에 <a href="https://example.com">도서관</a>에서 만납니다.</p><ul><li>노트북</li><li>교재</li></ul>';

export function Editing() {
  const [changes, setChanges] = useState(0);
  return (
    <Specimens title="글쓰기">
      <Specimen name="RichEditor">
        <div className="w-full">
          <RichEditor
            initialHtml={HTML}
            label="내용"
            placeholder="내용을 적어 주세요."
            onChange={() => setChanges(changes + 1)}
            onReady={() => undefined}
          />
        </div>
      </Specimen>
      <Specimen name="RichEditor, invalid">
        <div className="w-full">
          <RichEditor
            initialHtml=""
            label="빈 내용"
            placeholder="내용을 적어 주세요."
            invalid
            onChange={() => undefined}
            onReady={() => undefined}
          />
        </div>
      </Specimen>
      <SaveBar status={changes > 0 ? '저장하지 않은 변경이 있습니다.' : '바꾼 내용이 없습니다.'}>
        <Button variant="primary" disabled={changes === 0} onClick={() => setChanges(0)}>
          저장
        </Button>
      </SaveBar>
    </Specimens>
  );
}
