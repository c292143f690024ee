/** The program that calls with a service key. */
export interface ServiceCaller {
  keyId: number;
  /** Of the key. */
  name: string;
  /** Network address of the request, for the audit log. */
  address?: string;
}
