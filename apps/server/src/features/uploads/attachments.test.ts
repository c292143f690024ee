import { parse } from 'content-disposition';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  countAttachments,
  createLecturePost,
  readAttachment,
} from '../../testing/factories/lecture-posts.ts';
import { changeRoom, createLectureRoom } from '../../testing/factories/lecture-rooms.ts';
import { clearThrottles } from '../../testing/matrix/world.ts';
import { createTestApp, type SignedIn, type TestApp } from '../../testing/test-app.ts';
import {
  makeCompound,
  makeFiles,
  makePdf,
  makeZip,
  makeZip64,
  presignFile,
  putFile,
  uploadFile,
} from './attachments.fixture.ts';
import { cleanName, kindOf } from './attachments.names.ts';
import { listStored, makePicture, presign } from './pictures.fixture.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp({ env: { ATTACHMENT_MAX_MB: '2' } });
});
afterAll(() => t.close());

describe('files', () => {
  const MEGABYTE = 1_048_576;
  const DAY = 24 * 60 * 60;
  let student: SignedIn;
  let room: number;
  beforeAll(async () => {
    room = await createLectureRoom(t);
  });

  beforeEach(async () => {
    await clearThrottles(t);
    student = await t.signIn('STUDENT');
  });

  const materials = { boardType: 'LECTURE_REF' } as const;
  const detail = async (id: number) =>
    (await t.call('GET', `/api/post/${room}/${id}`, { as: student })).json;
  const download = (url: string) => t.app.inject({ method: 'GET', url });

  describe('GET /api/attachments/presign', () => {
    it('needs a login, and no role, because every member may send a proof', async () => {
      const url = '/api/attachments/presign?filename=a.pdf';
      expect((await t.call('GET', url)).status).toBe(401);
      expect((await t.call('GET', url, { as: await t.signIn('USER') })).status).toBe(200);
    });

    it.each([
      'a.exe',
      'a.pdf.bat',
      'a.scr',
      'a',
      '.pdf',
      'a.docm',
      'pdf',
      'a.ps1',
      'a.pkl',
      'a.html.lnk',
    ])('refuses the name %s with 415 [UPLOAD-10]', async (name) => {
      const { status, json } = await presignFile(t, student, name);
      expect([status, json.error]).toEqual([415, 'ATTACHMENT_TYPE_UNSUPPORTED']);
    });

    it('refuses a declared size above the setting and names it [UPLOAD-02, UPLOAD-41]', async () => {
      expect((await presignFile(t, student, 'a.pdf', { size: 2 * MEGABYTE })).status).toBe(200);
      const { status, json } = await presignFile(t, student, 'a.pdf', { size: 2 * MEGABYTE + 1 });
      expect([status, json.message]).toEqual([413, '2MB 이하의 파일만 올릴 수 있습니다.']);
    });

    it('refuses more than 60 files per hour and 500 MB per day [UPLOAD-15]', async () => {
      for (let count = 0; count < 60; count += 1) await presignFile(t, student, 'a.pdf');
      const { status, json, headers } = await presignFile(t, student, 'a.pdf');
      expect([status, json.error]).toEqual([429, 'UPLOAD_QUOTA']);
      expect(json.message).toBe('올릴 수 있는 파일 수를 넘었습니다. 나중에 다시 시도해 주세요.');
      expect(Number(headers['retry-after'])).toBeGreaterThan(0);
      await clearThrottles(t);
      const limit = { max: 500, seconds: DAY };
      await t.services.throttle.count(t.db, `attachment bytes ${student.id}`, limit, 500);
      expect((await presignFile(t, student, 'a.pdf')).status).toBe(429);
    });
  });

  describe('PUT /files/attachment-upload/:token', () => {
    it('refuses files beyond the daily quota, also with earlier signed URLs [UPLOAD-15]', async () => {
      const opened = await Promise.all([1, 2, 3].map(() => presignFile(t, student, 'a.pdf')));
      const limit = { max: 500, seconds: DAY };
      await t.services.throttle.count(t.db, `attachment bytes ${student.id}`, limit, 499);
      const responses = await Promise.all(
        opened.map(({ json }) => putFile(t, json.uploadUrl, makePdf())),
      );
      expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 429, 429]);
      const refused = responses.find(({ status }) => status === 429);
      expect(refused?.json.error).toBe('UPLOAD_QUOTA');
      expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(0);
      const rows = opened.map(({ json }) => readAttachment(t, json.key));
      expect((await Promise.all(rows)).filter((row) => row !== null)).toHaveLength(1);
    });

    it('accepts a file of every type [UPLOAD-26]', async () => {
      for (const [ending, bytes] of Object.entries(await makeFiles())) {
        const key = await uploadFile(t, student, `자료.${ending.toUpperCase()}`, bytes);
        expect(await readAttachment(t, key)).toMatchObject({
          status: 'ready',
          bytes: bytes.length,
        });
      }
      const old = Buffer.from('HWP Document File V3.00 \x1a\x01\x02\x03\x04\x05');
      expect(await uploadFile(t, student, '옛글.hwp', old)).toMatch(/^\w/);
      const texts: [string, Buffer][] = [
        ['출석.csv', Buffer.from([0xb0, 0xa1, 0x2c, 0x31, 0x0d, 0x0a])],
        ['목록.txt', Buffer.from('\ufeff가나다\n', 'utf16le')],
        ['긴글.txt', Buffer.from('가나다라마바사\n'.repeat(20_000))],
      ];
      for (const [name, bytes] of texts) {
        expect(await uploadFile(t, student, name, bytes)).toMatch(/^\w/);
      }
    });

    it('refuses content that does not match the extension with 415 and stores nothing [UPLOAD-04]', async () => {
      const before = (await listStored(t, 'files')).length;
      const rows = await countAttachments(t);
      const files = await makeFiles();
      const wrong: [string, Buffer][] = [
        ['a.pdf', files.zip],
        ['a.pdf', Buffer.from('<html><script>alert(1)</script></html>')],
        ['a.docx', files.zip],
        ['a.docx', files.xlsx],
        ['a.hwpx', files.docx],
        ['a.hwp', files.doc],
        ['a.doc', files.hwp],
        ['a.xls', makeCompound(['Something'])],
        ['a.ppt', files.pdf],
        ['a.zip', Buffer.from('MZ\x90\x00 an executable')],
        ['a.zip', await makePicture('png')],
        ['a.jpg', await makePicture('png')],
        ['a.txt', files.pdf.subarray(0, 3).fill(0)],
        ['a.csv', files.xls],
        ['a.py', Buffer.from([0x61, 0xff, 0xfe, 0x0a])],
        ['a.md', Buffer.concat([Buffer.alloc(70_000, 'a'), Buffer.from([0])])],
        ['a.ipynb', Buffer.from('print(1)')],
        ['a.ipynb', Buffer.from(' \n ')],
      ];
      for (const [name, bytes] of wrong) {
        const { uploadUrl } = (await presignFile(t, student, name)).json;
        const { status, json } = await putFile(t, uploadUrl, bytes);
        expect([name, status, json.error]).toEqual([name, 415, 'ATTACHMENT_TYPE_UNSUPPORTED']);
      }
      expect((await listStored(t, 'files')).length).toBe(before);
      expect(await listStored(t, 'incoming')).toEqual([]);
      expect(await countAttachments(t)).toBe(rows);
    });

    it.each([
      ['a password', 'a.xlsx', makeCompound(['EncryptionInfo', 'EncryptedPackage']), '암호가 걸린'],
      ['a password', 'a.doc', makeCompound(['EncryptedPackage']), '암호가 걸린'],
      ['rights', 'a.docx', makeCompound(['EncryptedPackage', 'DRMEncryptedDataSpace']), '(DRM)'],
      ['rights', 'a.hwp', Buffer.from('\x9b DRMONE  This Document', 'latin1'), '(DRM)'],
      ['rights', 'a.pdf', Buffer.from('SCDSA002\0\x01', 'latin1'), '(DRM)'],
      ['rights', 'a.txt', Buffer.from('<## NASCA DRM FILE - VER1.00 ##>\0', 'latin1'), '(DRM)'],
      ['a web page', 'a.xls', Buffer.from('\n<html><table><tr><td>학번'), '웹 문서(HTML)'],
      ['a web page', 'a.xlsx', Buffer.from('\ufeff<meta charset="utf-8"><table>'), '웹 문서(HTML)'],
      ['a web page', 'a.xls', Buffer.from('\ufeff<table><tr>', 'utf16le'), '웹 문서(HTML)'],
      ['an XML table', 'a.xls', Buffer.from('<?xml version="1.0"?><Workbook>'), '웹 문서(HTML)'],
      ['another name', 'a.xls', Buffer.from('학번,이름\n1,나루'), '.csv '],
      ['another name', 'a.docx', makeCompound(['FileHeader']), '.hwp '],
      ['another name', 'a.hwp', makePdf(), '.pdf '],
      ['another name', 'a.txt', Buffer.concat([makePdf(), Buffer.alloc(9)]), '.pdf '],
      ['another name', 'a.pdf', Buffer.from('<!doctype html><p>'), '.html '],
      ['no text', 'a.java', Buffer.from([0xff, 0xff, 0xff]), '텍스트로 읽을 수 없는'],
    ])(
      'refuses what has %s (%s) with the reason and the way out [UPLOAD-123]',
      async (_what, name, bytes, reason) => {
        const { uploadUrl } = (await presignFile(t, student, name)).json;
        const { status, json } = await putFile(t, uploadUrl, bytes);
        expect([status, json.error]).toEqual([415, 'ATTACHMENT_TYPE_UNSUPPORTED']);
        expect(json.message).toContain(reason);
        expect(json.message).toMatch(/ 주세요\.$/);
      },
    );

    it.each([
      ['a PDF behind other bytes', 'a.pdf', Buffer.concat([Buffer.alloc(900, '\n'), makePdf()])],
      ['a coloured log', 'a.log', Buffer.from('\x1b[32mok\x1b[0m 10%\x08\x08\x0820%\x07\r\n')],
      ['UTF-16 without a mark', 'a.sql', Buffer.from('select 1 -- 가', 'utf16le')],
      ['UTF-16 of the other order', 'a.txt', Buffer.from('a가b', 'utf16le').swap16()],
      ['CP949', 'A.JAVA', Buffer.from([0x2f, 0x2f, 0xb0, 0xa1, 0xc8, 0xa3, 0x0a])],
      ['a page', 'a.html', Buffer.from('<script>alert(1)</script>')],
      ['a script', 'a.js', Buffer.from('alert(1)')],
      ['a drawing', 'a.svg', Buffer.from('<svg onload="alert(1)"/>')],
    ])('accepts %s, never under a type that runs (%s) [UPLOAD-26]', async (_what, name, bytes) => {
      const key = await uploadFile(t, student, name, bytes);
      const row = await readAttachment(t, key);
      expect(row).toMatchObject({ status: 'ready', bytes: bytes.length });
      expect(row?.contentType).not.toMatch(/html|script|svg|xml/);
    });

    it('refuses empty, truncated and broken files with 400 [UPLOAD-09]', async () => {
      const zip = await makeZip(['word/document.xml', 'a', 'b']);
      const broken: [string, Buffer][] = [
        ['a.pdf', Buffer.alloc(0)],
        ['a.zip', zip.subarray(0, zip.length - 30)],
        ['a.docx', zip.subarray(0, 40)],
        ['a.hwp', makeCompound(['FileHeader']).subarray(0, 600)],
        ['a.doc', Buffer.concat([makeCompound([]).subarray(0, 8), Buffer.alloc(900, 0xff)])],
      ];
      for (const [name, bytes] of broken) {
        const { uploadUrl } = (await presignFile(t, student, name)).json;
        const { status, json } = await putFile(t, uploadUrl, bytes);
        expect([name, status, json.error]).toEqual([name, 400, 'ATTACHMENT_INVALID']);
      }
    });

    it.each([
      ['locator', 2n ** 53n],
      ['locator', 2n ** 63n],
      ['locator', 2n ** 64n - 1n],
      ['locator', 2n ** 52n],
      ['record', 2n ** 53n],
      ['record', 2n ** 64n - 1n],
    ] as const)('refuses a ZIP64 %s that points to byte %s [UPLOAD-09]', async (at, offset) => {
      const { uploadUrl } = (await presignFile(t, student, 'a.zip')).json;
      const { status, json } = await putFile(t, uploadUrl, await makeZip64(at, offset));
      expect([status, json.error, json.message]).toEqual([
        400,
        'ATTACHMENT_INVALID',
        '파일을 읽을 수 없습니다. 다른 파일을 선택해 주세요.',
      ]);
      expect(await listStored(t, 'incoming')).toEqual([]);
    });

    it('enforces the size limit regardless of the declared size [UPLOAD-02, UPLOAD-03]', async () => {
      const { uploadUrl } = (await presignFile(t, student, 'a.pdf', { size: 10 })).json;
      const big = Buffer.concat([makePdf(), Buffer.alloc(2 * MEGABYTE)]);
      const { status, json } = await putFile(t, uploadUrl, big);
      expect([status, json.message]).toEqual([413, '2MB 이하의 파일만 올릴 수 있습니다.']);
      expect(await listStored(t, 'incoming')).toEqual([]);
    });

    it('accepts one PUT of the declared type within 5 minutes on its own URL only [UPLOAD-11]', async () => {
      const open = async (contentType?: string) => {
        const more = contentType === undefined ? {} : { contentType };
        return (await presignFile(t, student, 'a.pdf', more)).json.uploadUrl as string;
      };
      const typed = await open('application/pdf');
      expect((await putFile(t, typed, makePdf(), 'text/html')).status).toBe(403);
      expect((await putFile(t, typed, makePdf(), 'application/pdf')).status).toBe(200);
      expect((await putFile(t, typed, makePdf(), 'application/pdf')).status).toBe(412);
      const bare = await open();
      expect(
        (await t.app.inject({ method: 'PUT', url: bare, payload: makePdf() })).statusCode,
      ).toBe(200);
      const late = await open();
      t.clock.advance(301);
      expect((await putFile(t, late, makePdf())).status).toBe(403);
      expect((await putFile(t, `${late.slice(0, -2)}AA`, makePdf())).status).toBe(403);
      const picture = (await presign(t, student)).uploadUrl.split('/').at(-1);
      const crossed = `/files/attachment-upload/${picture}`;
      expect((await putFile(t, crossed, await makePicture('png'), 'image/png')).status).toBe(403);
      const token = (await open('image/png')).split('/').at(-1);
      const asPicture = await putFile(t, `/files/upload/${token}`, makePdf(), 'image/png');
      expect(asPicture.status).toBe(403);
    });
  });

  describe('attachments of a post in the materials tab', () => {
    it('are served byte for byte as downloads under their Korean name', async () => {
      const bytes = await makeZip(['보고서.txt'], '항해 실습 보고서'.repeat(5_000));
      const name = '2주차 항해 실습 (최종).zip';
      const key = await uploadFile(t, student, name.normalize('NFD'), bytes);
      const id = await createLecturePost(t, student, room, { ...materials, attachments: [key] });
      const { attachments, attachmentCount } = await detail(id);
      expect(attachmentCount).toBe(1);
      expect(attachments).toEqual([
        {
          key,
          name,
          bytes: bytes.length,
          contentType: 'application/zip',
          url: expect.stringMatching(/^\/files\/attachments\/[\w.-]+$/),
        },
      ]);
      const response = await download(attachments[0].url);
      expect(response.statusCode).toBe(200);
      expect(response.rawPayload.equals(bytes)).toBe(true);
      expect(response.headers).toMatchObject({
        'content-type': 'application/octet-stream',
        'content-length': String(bytes.length),
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
        'cache-control': 'private, no-store',
      });
      const header = String(response.headers['content-disposition']);
      expect(header).toContain("filename*=UTF-8''2%EC%A3%BC%EC%B0%A8");
      expect(parse(header)).toMatchObject({ type: 'attachment', parameters: { filename: name } });
    });

    it('are limited to five [UPLOAD-26]', async () => {
      const keys = await Promise.all(
        [1, 2, 3, 4, 5, 6].map((n) => uploadFile(t, student, `${n}.pdf`)),
      );
      const post = (attachments: string[]) =>
        t.call('POST', '/api/post/lecture-post-up', {
          as: student,
          body: {
            lectureId: room,
            ...materials,
            title: '자료',
            content: '<p>자료</p>',
            attachments,
          },
        });
      expect((await post(keys)).json.message).toBe('파일은 5개까지 올릴 수 있습니다.');
      const { status, json } = await post(keys.slice(0, 5).toReversed());
      expect(status).toBe(201);
      const names = (await detail(json.id)).attachments.map(({ name }: { name: string }) => name);
      expect(names).toEqual(['5.pdf', '4.pdf', '3.pdf', '2.pdf', '1.pdf']);
    });

    it("must be checked, the author's own and not of another's post [UPLOAD-12]", async () => {
      const other = await t.signIn('STUDENT');
      const used = await uploadFile(t, other);
      await createLecturePost(t, other, room, { ...materials, attachments: [used] });
      const pending = (await presignFile(t, student, 'a.pdf')).json.key;
      for (const key of [await uploadFile(t, other), used, pending, 'a'.repeat(24)]) {
        const making = createLecturePost(t, student, room, { ...materials, attachments: [key] });
        await expect(making).rejects.toMatchObject({ code: 'ATTACHMENT_NOT_READY' });
      }
    });

    it('are unreachable after their post or room is deleted and with forged or expired URLs', async () => {
      const make = async () => {
        const key = await uploadFile(t, student);
        const id = await createLecturePost(t, student, room, { ...materials, attachments: [key] });
        return { id, key, url: (await detail(id)).attachments[0].url as string };
      };
      const statusOf = async (url: string) => (await download(url)).statusCode;
      const gone = await make();
      expect(await statusOf(gone.url)).toBe(200);
      await t.call('DELETE', `/api/post/${gone.id}`, { as: student });
      expect(await statusOf(gone.url)).toBe(404);
      const [remaining, other] = [await make(), await make()];
      expect(await statusOf(other.url)).toBe(200);
      const forge = (change: (bytes: Buffer) => void, expiresIn = 0) => {
        const [text = '', expiry] = remaining.url.split('/').at(-1)?.split('.') ?? [];
        const bytes = Buffer.from(text, 'base64url');
        change(bytes);
        return `/files/attachments/${bytes.toString('base64url')}.${Number(expiry) + expiresIn}`;
      };
      expect(await statusOf(forge(() => undefined))).toBe(200);
      expect(await statusOf(forge((bytes) => bytes.fill('A', 30)))).toBe(404);
      expect(await statusOf(forge((bytes) => bytes.write(other.key)))).toBe(404);
      expect(await statusOf(forge(() => undefined, 60))).toBe(404);
      expect(await statusOf(`/files/attachments/${remaining.key}`)).toBe(404);
      t.clock.advance(60 * 60 + 1);
      expect((await download(remaining.url)).json().message).toContain('만료');
      await changeRoom(t, room, { deletedAt: t.clock.now() });
      student = await t.signInAs(student);
      expect(
        (await t.call('GET', `/api/post/${room}/${remaining.id}`, { as: student })).status,
      ).toBe(404);
      await changeRoom(t, room, { deletedAt: null });
      expect(await statusOf((await detail(remaining.id)).attachments[0].url)).toBe(200);
    });

    it.each(['..%2f..%2fetc%2fpasswd', '%2e%2e%2fx', '%252e%252e', '/etc/passwd', 'a.bin', '%00'])(
      'cannot be used to read other files by %s [UPLOAD-21]',
      async (path) => {
        expect([400, 404]).toContain((await download(`/files/attachments/${path}`)).statusCode);
      },
    );

    it('are swept when unused for a day, released, or their post is deleted [UPLOAD-16, UPLOAD-20]', async () => {
      const unused = await uploadFile(t, student);
      const [first, second, third] = await Promise.all(
        ['1.pdf', '2.pdf', '3.pdf'].map((name) => uploadFile(t, student, name)),
      );
      const id = await createLecturePost(t, student, room, {
        ...materials,
        attachments: [first ?? '', second ?? ''],
      });
      const deleted = await createLecturePost(t, student, room, {
        ...materials,
        title: '지울 자료',
        attachments: [third ?? ''],
      });
      await t.call('PUT', `/api/post/lecture-post-up/${id}`, {
        as: student,
        body: {
          lectureId: room,
          ...materials,
          title: '자료',
          content: '<p>글</p>',
          attachments: [second],
        },
      });
      await t.call('DELETE', `/api/post/${deleted}`, { as: student });
      t.clock.advance(23 * 60 * 60);
      await t.services.jobs.files.run();
      expect(await readAttachment(t, unused)).not.toBeNull();
      expect(await readAttachment(t, third ?? '')).toBeNull();
      t.clock.advance(2 * 60 * 60);
      await t.services.jobs.files.run();
      expect(await readAttachment(t, unused)).toBeNull();
      expect(await readAttachment(t, first ?? '')).toBeNull();
      expect(await readAttachment(t, second ?? '')).toMatchObject({ postId: id });
      const stored = await listStored(t, 'files');
      expect(stored).toContain(`${second}.bin`);
      expect(stored).not.toContain(`${first}.bin`);
    });
  });
});

describe('cleanName and kindOf [UPLOAD-05]', () => {
  it.each([
    ['강의자료.pdf', '강의자료.pdf'],
    ['강의자료.pdf'.normalize('NFD'), '강의자료.pdf'],
    ['../../etc/passwd.zip', 'passwd.zip'],
    ['C:\\Users\\나\\과제.hwp', '과제.hwp'],
    ['a\u202efdp.zip', 'afdp.zip'],
    ['줄\r\n바꿈\u0000.pdf', '줄바꿈.pdf'],
    ['따옴"표<>|?*.pdf', '따옴_표_____.pdf'],
    ['  앞뒤 공백 .pdf. ', '앞뒤 공백.pdf'],
    ['CON.pdf', '파일 CON.pdf'],
    ['.pdf', 'pdf'],
    ['a.png.PDF', 'a.png.PDF'],
    ['👩‍🔬 실험\u200b.xlsx', '👩‍🔬 실험.xlsx'],
    ['👩🏽‍🔬 ❤️‍🔥.pdf', '👩🏽‍🔬 ❤️‍🔥.pdf'],
    ['가\u200d나 👩\u200d.pdf', '가나 👩.pdf'],
  ])('%j becomes %j', (source, name) => {
    expect(cleanName(source)).toBe(name);
  });

  it('cleanName returns at most 200 characters with the extension', () => {
    const name = cleanName(`${'가'.repeat(300)}.pptx`);
    expect(Array.from(name)).toHaveLength(200);
    expect(name.endsWith('가.pptx')).toBe(true);
  });

  it('cleanName is idempotent', () => {
    for (const name of ['보고서 (1).hwpx', '파일 CON.pdf', 'a_b.zip']) {
      expect(cleanName(name)).toBe(name);
    }
  });

  it('kindOf accepts only listed extensions, case-insensitively', () => {
    expect(kindOf('A.HWP')?.contentType).toBe('application/x-hwp');
    for (const name of ['a.exe', 'a.bat', 'a', 'a.constructor', 'a.docm', 'pdf']) {
      expect(kindOf(name)).toBeNull();
    }
  });
});
