import type { AddressInfo } from 'node:net';
import { createServer, type TlsOptions } from 'node:tls';
import { describe, expect, it } from 'vitest';
import { startLocalSite } from '../../testing/local-site.ts';
import { connectionFault } from './connection-faults.ts';
import { createForeignPages } from './foreign-pages.ts';

const errorOf = (code: string, message = '') => Object.assign(new Error(message), { code });

describe('a connection that fails', () => {
  it.each([
    ['CERT_HAS_EXPIRED', '', '인증서 기간이 끝났습니다'],
    ['CERT_NOT_YET_VALID', '', '서버의 시계'],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', '', '스스로 서명한'],
    ['SELF_SIGNED_CERT_IN_CHAIN', '', '스스로 서명한'],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', '', '중간 인증서'],
    ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', '', '중간 인증서'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', '', '다른 이름'],
    ['CERT_REVOKED', '', '믿을 수 없습니다'],
    ['ERR_SSL_WRONG_VERSION_NUMBER', '', 'https가 아닙니다'],
    ['ERR_SSL_UNSUPPORTED_PROTOCOL', '', '오래된 암호화'],
    ['ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION', '', '오래된 암호화'],
    ['ERR_SSL_DH_KEY_TOO_SMALL', '', '오래된 암호화'],
    ['ERR_SSL_EE_KEY_TOO_SMALL', '', '오래된 암호화'],
    ['ERR_SSL_UNSAFE_LEGACY_RENEGOTIATION_DISABLED', '', '오래된 암호화'],
    ['ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE', '', '오래된 암호화'],
    [
      'EPROTO',
      'write EPROTO C0:error:0A000102:SSL routines::unsupported protocol',
      '오래된 암호화',
    ],
    [
      'EPROTO',
      'error:0A00018A:SSL routines:tls_process_ske_dhe:dh key too small:',
      '오래된 암호화',
    ],
    [
      'EPROTO',
      'error:0A00010B:SSL routines:ssl3_get_record:wrong version number',
      'https가 아닙니다',
    ],
    ['EPROTO', 'write EPROTO', '암호화 방식을 맞추지'],
    ['ERR_SSL_INTERNAL_ERROR', '', '암호화 방식을 맞추지'],
    ['ENOTFOUND', 'getaddrinfo ENOTFOUND www.example.ac.kr', '이름을 찾지 못했습니다'],
    ['ECONNREFUSED', '', '연결하지 못했습니다. (ECONNREFUSED)'],
  ])('says what to do: %s %s [SRC-167]', (code, message, part) => {
    const text = connectionFault(errorOf(code, message));
    expect(text).toContain(part);
    expect(text).toMatch(new RegExp(`^서버에 연결하지 못했습니다\\..*\\(${code}\\)$`));
  });

  it('is explained for servers that are old, or not encrypted at all [SRC-167]', async () => {
    const site = await startLocalSite();
    const plain = site.origin.replace('http:', 'https:');
    const old = await startTls({
      minVersion: 'TLSv1',
      maxVersion: 'TLSv1.1',
      ciphers: 'ALL:@SECLEVEL=0',
    });
    const fetchPage = createForeignPages({
      siteUrl: 'https://naru.example.ac.kr',
      localOrigins: [plain, old.origin],
    });
    const read = (origin: string) => fetchPage(origin, { hosts: ['127.0.0.1'] });
    await expect(read(plain)).rejects.toThrow('https가 아닙니다');
    await expect(read(old.origin)).rejects.toThrow('오래된 암호화');
    await Promise.all([site.close(), old.close()]);
  });
});

async function startTls(options: TlsOptions) {
  const server = createServer(options);
  server.on('tlsClientError', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `https://127.0.0.1:${port}`,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}
