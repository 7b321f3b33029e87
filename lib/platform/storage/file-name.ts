const LONGEST = 120;

/**
 * A name that is safe to show and to send back: no folders, no control, format or bidirectional
 * characters, no leading dot, NFC, at most 120 UTF-16 units with its extension kept.
 * Never used to find a file.
 */
export function cleanFileName(name: string): string {
  const bare = (name.split(/[\\/]/).at(-1) ?? '')
    .replace(/[\t\n\r]/g, ' ')
    .replace(/[\p{C}<>:"|?*]/gu, '')
    .replace(/\p{Z}+/gu, ' ')
    .normalize('NFC')
    .replace(/^[. ]+|[. ]+$/g, '');
  const extension = /\.[A-Za-z0-9]{1,10}$/.exec(bare)?.[0] ?? '';
  const stem = cut(bare.slice(0, bare.length - extension.length), LONGEST - extension.length);
  return `${stem.replace(/[. ]+$/, '') || 'archivo'}${extension}`;
}

/** The extension in lower case without its dot; empty when there is none. */
export function extensionOf(fileName: string): string {
  return /\.([A-Za-z0-9]{1,10})$/.exec(fileName)?.[1]?.toLowerCase() ?? '';
}

/** RFC 6266: a plain fallback for old agents and the real name in UTF-8 (RFC 8187). */
export function contentDisposition(kind: 'attachment' | 'inline', fileName: string): string {
  const plain = fileName
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^ -~]|["\\%]/gu, '_');
  const encoded = encodeURIComponent(fileName.toWellFormed()).replace(
    /['()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${kind}; filename="${plain}"; filename*=UTF-8''${encoded}`;
}

/** Cuts to a length without splitting a character in two. */
function cut(text: string, length: number): string {
  if (text.length <= length) return text;
  const last = text.charCodeAt(length - 1);
  const splits = last >= 0xd800 && last <= 0xdbff;
  return text.slice(0, splits ? length - 1 : length);
}
