/** The server refused the file, so a retry is useless. `code` is its error code. */
export class RefusedError extends Error {
  readonly code: string | undefined;

  constructor(message: string, code?: string) {
    super(message);
    this.code = code;
  }
}
export class CanceledError extends Error {}

/** Requests run one by one, because the first one sets a cookie that the others need. */
let lastRequest: Promise<unknown> = Promise.resolve();

type Progress = (sentBytes: number) => void;

/** Uploads a file by PUT or, if that fails, as a form. Returns its download URL. */
export async function sendFile(
  file: File,
  type: string,
  signal: AbortSignal,
  onProgress: Progress,
): Promise<string> {
  onProgress(0);
  try {
    const ask = () => requestUploadUrl(file, type, signal);
    const uploadUrl = lastRequest.then(ask, ask);
    lastRequest = uploadUrl;
    const { presignedUrl, downloadUrl } = await uploadUrl;
    const headers = { 'content-type': file.type || fallbackType };
    await sendHttpRequest('PUT', presignedUrl, file, { signal, onProgress, headers });
    // The app does not know a file that went to the bucket. This request makes the app check the
    // file.
    if (new URL(presignedUrl).origin !== location.origin) {
      await sendHttpRequest('GET', downloadUrl, null, { signal, headers: { range: 'bytes=0-0' } });
    }
    return downloadUrl;
  } catch (error) {
    // `send` rejects a canceled upload below, before it sends anything.
    if (error instanceof RefusedError) throw error;
  }
  const form = new FormData();
  form.append('type', type);
  form.append('file', file);
  const options = { signal, onProgress, refusals: 'all' } as const;
  const reply = await sendHttpRequest('POST', '/api/guarantees/upload-proxy', form, options);
  return (JSON.parse(reply) as { downloadUrl: string }).downloadUrl; // See the published API.
}

const fallbackType = 'application/octet-stream';

async function requestUploadUrl(file: File, type: string, signal: AbortSignal) {
  const { token } = await getJson<{ token: string }>('/api/csrf-token', signal);
  const query = new URLSearchParams({
    type,
    fileName: file.name,
    contentType: file.type || fallbackType,
    size: String(file.size),
  });
  return getJson<{ presignedUrl: string; downloadUrl: string }>(
    `/api/guarantees/upload-url?${query}`,
    signal,
    { 'X-CSRF-Token': token },
  );
}

async function getJson<T>(url: string, signal: AbortSignal, headers = {}): Promise<T> {
  const response = await fetch(url, { headers, signal });
  if (!response.ok) throw new Error(String(response.status));
  return (await response.json()) as T; // See the published API.
}

type SendOptions = {
  signal: AbortSignal;
  onProgress?: Progress;
  headers?: Record<string, string>;
  /** Statuses that throw `RefusedError`. `file` means only those that concern the file itself. */
  refusals?: 'file' | 'all';
};

/**
 * Sends a request with XMLHttpRequest, which reports upload progress. Throws `RefusedError`,
 * `CanceledError` or a retryable error.
 */
export function sendHttpRequest(
  method: 'PUT' | 'POST' | 'GET',
  url: string,
  body: File | FormData | null,
  { signal, onProgress, headers = {}, refusals = 'file' }: SendOptions,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(method, url);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    if (onProgress) request.upload.onprogress = ({ loaded }) => onProgress(loaded);
    request.onload = () => {
      if (request.status < 300) resolve(request.responseText);
      else reject(refusalIn(request, refusals) ?? new Error(String(request.status)));
    };
    request.onerror = () => reject(new Error('network'));
    request.onabort = () => reject(new CanceledError());
    signal.addEventListener('abort', () => request.abort(), { once: true });
    if (signal.aborted) reject(new CanceledError());
    else request.send(body);
  });
}

function refusalIn(request: XMLHttpRequest, refusals: 'file' | 'all'): RefusedError | null {
  try {
    const { error, message, fields } = JSON.parse(request.responseText);
    const isAboutFile = error === 'invalid_file' || error === 'payload_too_large';
    if (!isAboutFile && (refusals === 'file' || request.status >= 500)) return null;
    return new RefusedError(fields?.file ?? Object.values(fields ?? {})[0] ?? message, error);
  } catch {
    return null;
  }
}
