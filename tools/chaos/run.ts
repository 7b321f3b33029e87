import { runChaos } from '#tools/chaos/chaos.ts';

/** `npm run chaos [-- kills]`: 100 times `kill -9` under every kind of write at once. */
const kills = Number(process.argv[2] ?? 100);
const started = Date.now();
const { acknowledged, faults, doctor } = await runChaos(kills, (told) => {
  if (told.kills % 10 === 0)
    console.log(`${told.kills} kills, ${told.acknowledged} writes acknowledged.`);
});
const seconds = Math.round((Date.now() - started) / 1000);
for (const fault of faults) console.log(fault);
console.log(`Doctor: ${doctor}`);
console.log(
  `${kills} kills, ${acknowledged} writes acknowledged, ${faults.length} faults, ${seconds} s.`,
);
process.exit(faults.length > 0 ? 1 : 0);
