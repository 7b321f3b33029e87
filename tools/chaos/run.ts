import { runChaos } from '#tools/chaos/chaos.ts';
import { runRekeying } from '#tools/chaos/rekey.ts';

/**
 * `npm run chaos [-- kills]` kills the app 100 times during all kinds of writes. `-- rekey [files]`
 * changes the keys of 10,000 files while they are read, and kills that 20 times.
 */
if (process.argv[2] === 'rekey') await changeKeys(Number(process.argv[3] ?? 10_000), 20);
const kills = Number(process.argv[2] ?? 100);
const started = Date.now();
const { acknowledged, faults, doctor } = await runChaos(kills, (outcome) => {
  if (outcome.kills % 10 === 0)
    console.log(`${outcome.kills} kills, ${outcome.acknowledged} writes acknowledged.`);
});
const seconds = Math.round((Date.now() - started) / 1000);
for (const fault of faults) console.log(fault);
console.log(`Doctor: ${doctor}`);
console.log(
  `${kills} kills, ${acknowledged} writes acknowledged, ${faults.length} faults, ${seconds} s.`,
);
process.exit(faults.length > 0 ? 1 : 0);

async function changeKeys(files: number, times: number): Promise<never> {
  const begun = Date.now();
  const outcome = await runRekeying(files, times);
  for (const line of [...outcome.faults, ...outcome.ends, `Doctor: ${outcome.doctor}`])
    console.log(line);
  const took = Math.round((Date.now() - begun) / 1000);
  console.log(
    `${files} files, ${outcome.kills} kills, ${outcome.reads} reads, ${outcome.faults.length} faults, ${took} s.`,
  );
  process.exit(outcome.faults.length > 0 ? 1 : 0);
}
