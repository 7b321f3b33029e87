/** Outside the heap, which the limit of Node's own does not count. */
const kept: Buffer[] = [];
setInterval(() => kept.push(Buffer.alloc(32 * 1024 * 1024, kept.length)), 20);
