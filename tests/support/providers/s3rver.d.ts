declare module 's3rver' {
  import type { IncomingMessage, ServerResponse } from 'node:http';

  type Options = {
    directory: string;
    silent?: boolean;
    vhostBuckets?: boolean;
    configureBuckets?: { name: string }[];
  };

  export default class S3rver {
    constructor(options: Options);
    configureBuckets(): Promise<unknown>;
    callback(): (request: IncomingMessage, response: ServerResponse) => void;
    logger: { exceptions: { unhandle(): void }; close(): void };
  }
}
