import { Audience } from '#components/home/audience.tsx';
import { Behind } from '#components/home/behind.tsx';
import { ClosingCall } from '#components/home/closing-call.tsx';
import { GuaranteeTypes } from '#components/home/guarantee-types.tsx';
import { Hero } from '#components/home/hero.tsx';
import { HowItWorks } from '#components/home/how-it-works.tsx';
import { Questions } from '#components/home/questions.tsx';
import { getEnv } from '#lib/platform/env.ts';

export default function Home() {
  return (
    <>
      <Hero />
      <Behind {...getEnv().about} />
      <HowItWorks />
      <GuaranteeTypes />
      <Audience />
      <Questions />
      <ClosingCall />
    </>
  );
}
