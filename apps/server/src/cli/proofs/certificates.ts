const UNKNOWN_ISSUER = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
]);
/** Node's sentences, where a library has lost the code. */
const UNKNOWN_ISSUER_TEXT =
  /self-signed certificate|unable to verify the first certificate|unable to get (?:local )?issuer/i;

export type CertificateFault = 'issuer' | 'expired' | 'early' | 'name' | null;

/** What is wrong with a certificate by the error of a TLS connection; null for other errors. */
export function certificateFault(code: string, message: string): CertificateFault {
  if (UNKNOWN_ISSUER.has(code) || UNKNOWN_ISSUER_TEXT.test(message)) return 'issuer';
  if (code === 'CERT_HAS_EXPIRED' || /certificate has expired/i.test(message)) return 'expired';
  if (code === 'CERT_NOT_YET_VALID' || /certificate is not yet valid/i.test(message))
    return 'early';
  const isName = code === 'ERR_TLS_CERT_ALTNAME_INVALID' || /does not match cert/i.test(message);
  return isName ? 'name' : null;
}

/** How to make the server trust an authority that only the university knows. */
export const TRUST_AUTHORITY =
  '학교 인증 기관의 인증서(PEM)를 파일로 받아 환경 변수 NODE_EXTRA_CA_CERTS에 그 파일을 적으세요. systemd라면 sudo systemctl edit naru로 [Service]와 Environment=NODE_EXTRA_CA_CERTS=<파일> 두 줄을 넣고, 명령 앞에도 같은 값을 적습니다. 설정 파일에 적은 값은 쓰이지 않습니다.';
