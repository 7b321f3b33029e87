/** Buffers are outside the heap, which Node's own limit does not count. */
const kept: Buffer[] = [];
setInterval(() => kept.push(Buffer.alloc(32 * 1024 * 1024, kept.length)), 20);
