import { findDraftLink } from '#app/_lib/page-draft.ts';
import { GuaranteeTypes } from '#components/home/guarantee-types.tsx';
import { Hero } from '#components/home/hero.tsx';
import { Questions } from '#components/home/questions.tsx';
import { AboutUs, Audience, ClosingCall, HowItWorks } from '#components/home/sections.tsx';
import { getEnv } from '#lib/platform/config/env.ts';
import { now } from '#lib/platform/process/clock.ts';

export default async function Home() {
  const { company, examplePrices } = getEnv();
  return (
    <>
      <Hero draft={await findDraftLink()} />
      <AboutUs owner={company.owner} answerHours={company.answerHours} />
      <HowItWorks />
      <GuaranteeTypes prices={examplePrices} />
      <Audience />
      <Questions prices={examplePrices} {...company} />
      <ClosingCall {...company} now={now()} />
    </>
  );
}
