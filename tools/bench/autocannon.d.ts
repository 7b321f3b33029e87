declare module 'autocannon' {
  type Options = {
    url: string;
    connections: number;
    duration: number;
    method?: string;
    headers?: Record<string, string>;
    body?: string | Buffer<ArrayBuffer>;
  };
  type Result = {
    '2xx': number;
    non2xx: number;
    errors: number;
    statusCodeStats: Record<string, { count: number }>;
    duration: number;
    latency: { p50: number; p99: number };
  };

  export default function autocannon(options: Options): Promise<Result>;
}
