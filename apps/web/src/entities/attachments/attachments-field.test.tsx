import type { Attachment } from '@naru/contract/files';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { writeTokens } from '../../lib/session/tokens.ts';
import { fakeApi, renderWithClient } from '../../testing/fake-api.tsx';
import { stubPut } from '../../testing/fake-upload.ts';
import { AttachmentsField } from './attachments-field.tsx';
import type { DraftFile } from './draft-files.ts';
import { useAttachments } from './use-attachments.ts';

const PRESIGN = 'GET /api/attachments/presign';

const known = (key: string): Attachment => ({
  key,
  name: `${key}.pdf`,
  bytes: 2048,
  contentType: 'application/pdf',
  url: `/files/attachments/${key}`,
});

type SampleProps = { initial: Attachment[]; draft?: DraftFile[] };

function Sample({ initial, draft = [] }: SampleProps) {
  const attachments = useAttachments(initial, { draft });
  return (
    <>
      <AttachmentsField attachments={attachments} />
      <output>
        {attachments.keys.join(',')} {attachments.isUploading && 'uploading'}
        {attachments.hasFailed && 'failed'}
      </output>
    </>
  );
}

const show = (initial: Attachment[] = [], config: object = {}) =>
  renderWithClient(<Sample initial={initial} />, [['config', config]]);
const state = () => screen.getByRole('status').textContent?.trim();

function choose(...files: File[]) {
  fireEvent.change(screen.getByLabelText('첨부 파일'), { target: { files } });
}

beforeEach(() => {
  writeTokens({
    accessToken: `h.${btoa(JSON.stringify({ exp: Date.now() / 1000 + 600 }))}.s`,
    refreshToken: `r.${Math.floor(Date.now() / 1000) + 600}`,
  });
});

describe('AttachmentsField', () => {
  it('refuses unsupported, too large and empty files, each by name [UPLOAD-04]', () => {
    const calls = fakeApi({});
    show();
    const large = new File(['x'], '큰.zip');
    Object.defineProperty(large, 'size', { value: 52_428_801 });
    choose(new File(['x'], '그림.exe'), large, new File([], '빈.hwp'), new File(['x'], '항구.JPG'));
    const lines = screen.getByRole('alert').textContent;
    expect(lines).toContain('그림.exe: ');
    expect(lines).toContain(
      '올릴 수 없는 형식입니다. PDF, 한글, 오피스 문서, ZIP, 텍스트와 코드, 데이터와 모델 파일을',
    );
    expect(lines).toContain('큰.zip: 50MB 이하의 파일만 올릴 수 있습니다.');
    expect(lines).toContain('빈.hwp: 빈 파일입니다.');
    expect(lines).toContain('항구.JPG: 사진은 글 안에 넣어 주세요.');
    expect(calls.filter((call) => call.includes('presign'))).toEqual([]);
  });

  it('accepts five files at most', async () => {
    fakeApi({ [PRESIGN]: { body: { uploadUrl: '/put', storeUrl: null, key: 'new' } } });
    stubPut(204);
    show(['a', 'b', 'c', 'd'].map(known));
    choose(new File(['x'], '다섯.pdf'), new File(['x'], '여섯.pdf'));
    expect(screen.getByRole('alert').textContent).toBe('파일은 5개까지 올릴 수 있습니다.');
    await waitFor(() => expect(state()).toBe('a,b,c,d,new'));
    expect(screen.getByRole<HTMLButtonElement>('button', { name: '파일 선택' }).disabled).toBe(
      true,
    );
    fireEvent.click(screen.getByRole('button', { name: 'a.pdf 빼기' }));
    expect(state()).toBe('b,c,d,new');
  });

  it('uploads a file of unknown type as application/octet-stream', async () => {
    fakeApi({ [PRESIGN]: { body: { uploadUrl: '/put', storeUrl: null, key: 'k1' } } });
    const sent = stubPut(204);
    show();
    choose(new File(['HWP'], '보고서.hwp'));
    expect(state()).toBe('uploading');
    await waitFor(() => expect(state()).toBe('k1'));
    expect(sent).toEqual([{ url: '/put', type: 'application/octet-stream', bytes: 3 }]);
  });

  it('shows why an upload failed and retries it', async () => {
    const message = '파일 내용이 확장자와 다릅니다.';
    let refuses = true;
    fakeApi({
      [PRESIGN]: () =>
        refuses
          ? { status: 415, body: { error: 'ATTACHMENT_TYPE_UNSUPPORTED', message, requestId: 'x' } }
          : { body: { uploadUrl: '/put', storeUrl: null, key: 'k2' } },
    });
    stubPut(204);
    show();
    choose(new File(['x'], '가짜.pdf'));
    await waitFor(() => expect(screen.getByRole('alert').textContent).toBe(message));
    expect(state()).toBe('failed');
    refuses = false;
    fireEvent.click(screen.getByRole('button', { name: '가짜.pdf 다시 올리기' }));
    await waitFor(() => expect(state()).toBe('k2'));
  });

  it('accepts dropped files', async () => {
    fakeApi({ [PRESIGN]: { body: { uploadUrl: '/put', storeUrl: null, key: 'k3' } } });
    stubPut(204);
    show();
    fireEvent.drop(screen.getByRole('group', { name: '파일' }), {
      dataTransfer: { files: [new File(['x'], '놓은.zip')] },
    });
    await waitFor(() => expect(state()).toBe('k3'));
  });

  it('follows the setting of the installation [UPLOAD-41]', () => {
    fakeApi({});
    show([], { attachments: { endings: ['pdf', 'docx'], maxBytes: 3 * 1_048_576 } });
    expect(screen.getByText(/PDF, DOCX · 하나에 3MB까지/)).toBeDefined();
    choose(new File(['x'], '글.hwp'));
    expect(screen.getByRole('alert').textContent).toBe(
      '글.hwp: 올릴 수 없는 형식입니다. PDF, DOCX 파일을 올릴 수 있습니다.',
    );
  });

  it('restores the files of a draft and names those that were deleted since [UPLOAD-48]', () => {
    fakeApi({});
    const [hour, day] = [60 * 60 * 1000, 24 * 60 * 60 * 1000];
    const draft = [
      { key: 'new', name: '새것.pdf', bytes: 1, uploadedAt: Date.now() - hour },
      { key: 'old', name: '헌것.pdf', bytes: 1, uploadedAt: Date.now() - day },
    ];
    renderWithClient(<Sample initial={[known('a')]} draft={draft} />, [['config', {}]]);
    expect(state()).toBe('a,new');
    expect(screen.getByRole('alert').textContent).toBe(
      '헌것.pdf: 올린 지 하루가 지나 삭제되었습니다. 다시 올려 주세요.',
    );
  });
});
