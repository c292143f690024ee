/** A bucket of an S3-compatible store and who may use it. */
export interface S3Settings {
  /** Origin such as `https://s3.example.ac.kr`, without a path. */
  endpoint: string;
  bucket: string;
  region: string;
  accessKey: string;
  secretKey: string;
}
