/** Codes of Node and OpenSSL with a sentence that says who must do what. */
const REASONS: readonly (readonly [RegExp, string])[] = [
  [/^CERT_HAS_EXPIRED$/, '그 서버의 인증서 기간이 끝났습니다. 그 사이트에 알려 주세요.'],
  [
    /^CERT_NOT_YET_VALID$/,
    '그 서버의 인증서가 아직 유효하지 않습니다. 이 서버의 시계를 확인해 주세요.',
  ],
  [
    /^(?:DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN)$/,
    '그 서버가 스스로 서명한 인증서를 씁니다. 운영자가 NODE_EXTRA_CA_CERTS에 넣어야 읽습니다.',
  ],
  [
    /^(?:UNABLE_TO_VERIFY_LEAF_SIGNATURE|UNABLE_TO_GET_ISSUER_CERT(?:_LOCALLY)?)$/,
    '그 서버가 중간 인증서를 빠뜨렸습니다. 운영자가 NODE_EXTRA_CA_CERTS에 넣어야 읽습니다.',
  ],
  [
    /^(?:ERR_TLS_CERT_ALTNAME_INVALID|HOSTNAME_MISMATCH)$/,
    '그 서버의 인증서가 다른 이름의 것입니다. 주소의 서버 이름을 확인해 주세요.',
  ],
  [/^CERT_/, '그 서버의 인증서를 믿을 수 없습니다. 그 사이트에 알려 주세요.'],
  [
    /WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|HTTP_REQUEST/,
    '그 서버의 이 포트는 https가 아닙니다. http:// 주소로 바꿔 보세요.',
  ],
  [
    /UNSUPPORTED_PROTOCOL|PROTOCOL_VERSION|NO_PROTOCOLS_AVAILABLE|LEGACY_RENEGOTIATION|KEY_TOO_SMALL|MD_TOO_WEAK|HANDSHAKE_FAILURE|NO_SHARED_CIPHER|INAPPROPRIATE_FALLBACK|INSUFFICIENT_SECURITY/,
    '그 서버가 오래된 암호화만 씁니다. 안전하지 않아 읽지 않습니다. 그 사이트에 알려 주세요.',
  ],
  [/^(?:EPROTO|ERR_SSL_)/, '그 서버와 암호화 방식을 맞추지 못했습니다. 그 사이트에 알려 주세요.'],
  [/^(?:ENOTFOUND|EAI_)/, '주소의 서버 이름을 찾지 못했습니다. 주소를 확인해 주세요.'],
];

/** Why there is no connection, in Korean, with the code in brackets. */
export function connectionFault(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  // Some faults of OpenSSL have their name in the message only.
  const text = error instanceof Error ? error.message.replaceAll(' ', '_').toUpperCase() : '';
  const reason = REASONS.find(([names]) => names.test(code) || names.test(text))?.[1] ?? '';
  const brackets = code === '' ? '' : `(${code})`;
  return ['서버에 연결하지 못했습니다.', reason, brackets].filter((part) => part !== '').join(' ');
}
