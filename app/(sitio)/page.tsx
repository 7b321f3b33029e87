import { listPageDrafts } from '#app/_lib/page-draft.ts';
import { GuaranteeTypes } from '#components/home/guarantee-types.tsx';
import { Hero } from '#components/home/hero.tsx';
import { Questions } from '#components/home/questions.tsx';
import { AboutUs, Audience, ClosingCall, HowItWorks } from '#components/home/sections.tsx';
import type { Draft } from '#lib/domain/drafts/reads.ts';
import { nextPlace } from '#lib/domain/drafts/rules.ts';
import { readDraftTender } from '#lib/domain/drafts/tender.ts';
import { draftName, placePath } from '#lib/domain/drafts/view.ts';
import { getEnv } from '#lib/platform/config/env.ts';
import { now } from '#lib/platform/process/clock.ts';

export default async function Home() {
  const [draft] = await listPageDrafts();
  const { company, examplePrices } = getEnv();
  return (
    <>
      <Hero draft={draft && (await linkOf(draft))} />
      <AboutUs owner={company.owner} answerHours={company.answerHours} />
      <HowItWorks />
      <GuaranteeTypes prices={examplePrices} />
      <Audience />
      <Questions prices={examplePrices} {...company} />
      <ClosingCall {...company} now={now()} />
    </>
  );
}

/** Names and links the draft that was changed last in this browser. */
async function linkOf({ id, answers }: Draft) {
  const { title } = draftName(answers, await readDraftTender(answers));
  return { title, href: placePath({ ...nextPlace(answers), draft: id }) };
}
