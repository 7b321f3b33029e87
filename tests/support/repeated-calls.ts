/** Returns the statuses of `times` calls, one after the other. */
export async function statusesOfCalls(
  times: number,
  request: (i: number) => Promise<Response>,
): Promise<number[]> {
  const found: number[] = [];
  for (let i = 0; i < times; i++) found.push((await request(i)).status);
  return found;
}
