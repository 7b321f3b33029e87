import { SECOND } from '#lib/platform/process/durations.ts';
import { singleton } from '#lib/platform/process/singleton.ts';
import { openInspectionPool } from '#lib/platform/storage/inspection/dangers.ts';

type Inspectors = ReturnType<typeof openInspectionPool>['inspectors'];

/** Milliseconds of the processor. A start and an ordinary file take a quarter of a second. */
const WORK = 2 * SECOND;

/**
 * Ends an inspector that a file hangs after less work than the product does: it takes that twice,
 * at each entry. `forget('file-inspectors')` has the product's limits back.
 */
export function setShortInspectionLimits(): void {
  singleton('file-inspectors', () => {
    let opened: ReturnType<typeof openInspectionPool> | undefined;
    const product = () => {
      opened ??= openInspectionPool();
      return opened;
    };
    return {
      inTurn: (work: () => Promise<unknown>, sender: string) => product().inTurn(work, sender),
      inspectors: {
        answer: (...[input, limits]: Parameters<Inspectors['answer']>) =>
          product().inspectors.answer(input, { ...limits, work: WORK }),
        stop: async () => opened?.inspectors.stop(),
      },
    };
  });
}
