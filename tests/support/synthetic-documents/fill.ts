/** Buffers are outside the heap, which Node's own limit does not count. */
const stored: Buffer[] = [];
setInterval(() => stored.push(Buffer.alloc(32 * 1024 * 1024, stored.length)), 20);
