/** Returns the statuses of `times` calls, one after the other. */
export async function statusesOfCalls(
  times: number,
  one: (i: number) => Promise<Response>,
): Promise<number[]> {
  const found: number[] = [];
  for (let i = 0; i < times; i++) found.push((await one(i)).status);
  return found;
}
