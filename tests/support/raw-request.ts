import { connect } from 'node:net';

export type RawReply = { status: number; headers: Headers; body: string };

/** Sends bytes that no HTTP client would send. Returns the replies until the connection ends. */
export function sendRaw(url: string, text: string, silentMs = 60_000): Promise<RawReply[]> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname);
    const chunks: Buffer[] = [];
    socket.setTimeout(silentMs, () => socket.destroy());
    socket.on('data', (chunk: Buffer) => void chunks.push(chunk));
    // The replies of a connection that was cut still count.
    socket.on('error', () => socket.destroy());
    socket.on('close', () => resolve(repliesIn(Buffer.concat(chunks).toString('latin1'))));
    socket.write(text, 'latin1');
  });
}

function repliesIn(text: string): RawReply[] {
  return text
    .split(/(?=HTTP\/1\.1 \d{3} )/)
    .filter((part) => part.startsWith('HTTP/1.1 '))
    .map((part) => {
      const [head = '', ...body] = part.split('\r\n\r\n');
      const [line = '', ...lines] = head.split('\r\n');
      const headers = new Headers();
      for (const header of lines) {
        const colon = header.indexOf(':');
        headers.append(header.slice(0, colon), header.slice(colon + 1).trim());
      }
      return { status: Number(line.split(' ')[1]), headers, body: body.join('\r\n\r\n') };
    });
}
