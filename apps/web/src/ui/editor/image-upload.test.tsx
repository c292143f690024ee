import { TEXTS } from '@naru/contract/texts';
import { render, screen, waitFor } from '@testing-library/react';
import { Editor } from '@tiptap/core';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeApi } from '../../testing/fake-api.tsx';
import { stubPut } from '../../testing/fake-upload.ts';
import { heicPhoto, stubDecodable, stubObjectUrls, stubUndecodable } from '../../testing/heic.ts';
import { Toaster } from '../toaster.tsx';
import { editorExtensions } from './editor-schema.ts';
import { filesOf, insertImages } from './image-upload.ts';

const PRESIGN = 'GET /api/aws/S3/presign';
const STORED = '/files/AAAAAAAAAAAAAAAAAAAAAAAA.webp';

let editor: Editor;
beforeEach(() => {
  stubObjectUrls();
  editor = new Editor({
    extensions: editorExtensions(''),
    content: { type: 'doc', content: [{ type: 'paragraph' }] },
    injectCSS: false,
  });
});
afterEach(() => editor.destroy());

function listSources(): string[] {
  const sources: string[] = [];
  editor.state.doc.descendants((node) => {
    if (node.type.name === 'image') sources.push(String(node.attrs.src));
  });
  return sources;
}

describe('insertImages', () => {
  it('uploads a HEIC photo as JPEG where the browser decodes it [MEMB-07]', async () => {
    stubDecodable(40, 30);
    const sent: string[] = [];
    vi.spyOn(XMLHttpRequest.prototype, 'open').mockReturnValue();
    vi.spyOn(XMLHttpRequest.prototype, 'setRequestHeader').mockReturnValue();
    vi.spyOn(XMLHttpRequest.prototype, 'status', 'get').mockReturnValue(200);
    vi.spyOn(XMLHttpRequest.prototype, 'send').mockImplementation(function send(
      this: XMLHttpRequest,
      body,
    ) {
      sent.push((body as File).type);
      this.dispatchEvent(new ProgressEvent('loadend'));
    });
    fakeApi({ [PRESIGN]: { body: { uploadUrl: '/files/upload/x', fileUrl: STORED } } });
    await insertImages(editor, [heicPhoto()]);
    expect([sent, listSources()]).toEqual([['image/jpeg'], [STORED]]);
  });

  it('leaves the caret behind the last picture, in a paragraph [POST-165]', async () => {
    stubDecodable(40, 30);
    stubPut(200);
    fakeApi({ [PRESIGN]: { body: { uploadUrl: '/files/upload/x', fileUrl: STORED } } });
    const photo = () => new File(['a'], 'a.png', { type: 'image/png' });
    await insertImages(editor, [photo(), photo()]);
    const { selection, doc } = editor.state;
    const names = Array.from({ length: doc.childCount }, (_, index) => doc.child(index).type.name);
    expect(names).toEqual(['image', 'image', 'paragraph']);
    expect([selection.empty, selection.$from.parent.type.name]).toEqual([true, 'paragraph']);
  });

  it('keeps a picture whose upload loses the network, and sends it again [REL-18]', async () => {
    stubDecodable(40, 30);
    const statuses = [0, 503];
    const sent = stubPut(() => statuses.shift() ?? 200);
    fakeApi({ [PRESIGN]: { body: { uploadUrl: '/files/upload/x', fileUrl: STORED } } });
    const inserted = insertImages(editor, [new File(['a'], 'a.png', { type: 'image/png' })]);
    await waitFor(() => {
      window.dispatchEvent(new Event('online'));
      expect([listSources(), sent.length]).toEqual([[STORED], 3]);
    });
    await inserted;
  });

  it('says which format to choose where the browser does not, and sends nothing [MEMB-07]', async () => {
    stubUndecodable();
    const calls = fakeApi({});
    render(<Toaster />);
    await insertImages(editor, [heicPhoto()]);
    expect(await screen.findByText(`IMG_0001.HEIC: ${TEXTS.imageHeic}`)).toBeDefined();
    expect(TEXTS.imageHeic).toContain('설정 > 카메라 > 포맷');
    expect([calls, listSources()]).toEqual([[], []]);
  });

  it('takes a dropped HEIC photo of unknown type [MEMB-07]', async () => {
    const photo = heicPhoto('IMG_0002.heic', '');
    const text = new File(['a'], 'a.txt', { type: 'text/plain' });
    const data = { files: [photo, text], getData: () => '' } as unknown as DataTransfer;
    await waitFor(() => expect(filesOf(data)).toEqual({ pictures: [photo], others: [text] }));
  });
});
