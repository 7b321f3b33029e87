import type { Metadata } from 'next';
import { cookies, headers } from 'next/headers';
import { redirect } from 'next/navigation';
import { after } from 'next/server';
import type { ReactNode } from 'react';
import { operatorText } from '#app/_lib/about-text.ts';
import { pathPart, readPageQuery, secretPageMetadata } from '#app/_lib/page-query.ts';
import { setPageStatus } from '#app/_lib/page-status.ts';
import { findCode } from '#app/v/_lib/code.ts';
import { findComparedFile } from '#app/v/_lib/comparison.ts';
import {
  CodeForm,
  nothingRecorded,
  verifyTitle,
} from '#components/issued-guarantees/code-form.tsx';
import { Comparison } from '#components/issued-guarantees/comparison.tsx';
import { ConfirmWithIssuer } from '#components/issued-guarantees/confirm-with-issuer.tsx';
import { VerdictBox } from '#components/issued-guarantees/verdict-box.tsx';
import { SiteShell } from '#components/site/site-shell.tsx';
import { Container } from '#components/ui/container.tsx';
import { FirstFocus } from '#components/ui/first-focus.tsx';
import { PrintButton } from '#components/ui/print-button.tsx';
import { SummaryList } from '#components/ui/summary-list.tsx';
import { factRows, issuedLabels } from '#lib/domain/issued-guarantees/copy.ts';
import type { VerifiedGuarantee } from '#lib/domain/issued-guarantees/reads/verified.ts';
import { parseVerificationCode } from '#lib/domain/issued-guarantees/rules.ts';
import { verdictOf } from '#lib/domain/issued-guarantees/verdict.ts';
import { codePath, groupedCode } from '#lib/domain/issued-guarantees/view.ts';
import { countVerification } from '#lib/domain/issued-guarantees/writes/count-verification.ts';
import { guaranteeTypeCopy } from '#lib/domain/requests/submissions/copy.ts';
import { errorMessages } from '#lib/http/api/messages.ts';
import { isVisit } from '#lib/http/api/navigation.ts';
import { formatDate, formatDateTime } from '#lib/platform/chile/format.ts';
import { getEnv } from '#lib/platform/config/env.ts';
import { cookieNames } from '#lib/platform/operations/cookie-names.ts';
import { now } from '#lib/platform/process/clock.ts';
import type { ComparedFile } from '#lib/platform/storage/inspection/digitized-paper.ts';

type Props = PageProps<'/v/[code]'>;

export async function generateMetadata(props: Props): Promise<Metadata> {
  const result = await findCode(await readTypedCode(props));
  // Browsers send a form with `Origin: null` under `no-referrer`, which is refused.
  const baseMetadata = { ...secretPageMetadata, referrer: 'same-origin' } as const;
  if (result === 'not_found') return { title: nothingRecorded.title, ...baseMetadata };
  if (result === 'rate_limited') return { title: `Error: ${verifyTitle}`, ...baseMetadata };
  const { problem, compared } = await readOutcome(props, result);
  const titleStart = problem
    ? 'Error: no comparamos ningún archivo'
    : titles[compared?.result ?? 'same'] || verdictOf(result).title;
  const title = `${guaranteeTypeCopy[result.type].label}, ${result.issuerNumber}`;
  return { title: `${titleStart} · ${title}`, ...baseMetadata };
}

const titles = {
  same: '',
  other: 'Tu archivo no es el que se registró',
  digitized: 'Un escaneo o una foto no se puede comparar',
};

/** Shows what was recorded of a guarantee to anyone who has its verification code. */
export default async function VerifiedPage(props: Props) {
  const typed = await readTypedCode(props);
  const code = parseVerificationCode(typed);
  if (code && codePath(code) !== `/v/${(await props.params).code}`) redirect(codePath(code));
  const result = await findCode(typed);
  if (typeof result !== 'string') {
    const outcome = await readOutcome(props, result);
    const isNew = !outcome.compared && !outcome.problem;
    if (isNew && isVisit(await headers())) after(() => countVerification(result.code));
    return <RecordedPage found={result} {...outcome} />;
  }
  const isUnknown = result === 'not_found';
  await setPageStatus(isUnknown ? 404 : 429);
  return (
    <CodeForm
      typed={code ? groupedCode(code) : ''}
      problem={isUnknown ? undefined : errorMessages.rate_limited}
      isUnknown={isUnknown}
      company={operatorText()}
    />
  );
}

type FoundProps = { found: VerifiedGuarantee };
type Outcome = { compared: ComparedFile | null; problem: string | undefined };

function RecordedPage({ found, compared, problem }: Outcome & FoundProps) {
  const { code, hasDocument } = found;
  const path = codePath(code);
  const isOwn = found.recordedBy === 'company';
  const recordedText = `${formatDateTime(Date.parse(found.recordedAt))}, hora de Chile`;
  const verdict = verdictOf(found);
  const under = isOwn && (
    <p className="text-xl font-semibold">
      {found.isHolders
        ? 'Registrada por la propia empresa'
        : 'Registrada por una cuenta que no es la del tomador'}
    </p>
  );
  const replacedPart = <ReplacementLinks found={found} />;
  const source = (
    <p className="text-ink-soft">
      {isOwn
        ? `La registró el ${recordedText}. Resguardo no revisó lo que dice.`
        : `La registró un asesor de Resguardo el ${recordedText}.`}
    </p>
  );
  const caution = <ConfirmWithIssuer guarantee={found} isOver={verdict.tone === 'bad'} />;
  const facts = <RecordedFacts found={found} />;
  return (
    <SiteShell quiet isUnmarked={isOwn} company={operatorText()}>
      <FirstFocus />
      <Container>
        <div className="grid gap-8 pt-6 pb-16 sm:pt-10 print:py-0">
          <p className="hidden text-xl font-bold print:block">Constancia de consulta</p>
          {hasDocument ? (
            <Comparison
              {...{
                code,
                verdict,
                isOwn,
                under,
                source,
                caution,
                more: replacedPart,
                compared,
                problem,
              }}
              action={`${path}/comparar`}
              maxUploadMb={getEnv().maxUploadMb}
            >
              {facts}
            </Comparison>
          ) : (
            <div className="grid max-w-3xl gap-8">
              <VerdictBox {...verdict} {...{ under, source, caution }}>
                {replacedPart}
              </VerdictBox>
              {facts}
              <p className="text-ink-soft">No hay un documento con qué comparar el tuyo.</p>
            </div>
          )}
          <p className="print:hidden">
            <a href="/v" className="inline-block py-2">
              Verificar otro código
            </a>
          </p>
        </div>
      </Container>
    </SiteShell>
  );
}

/** Shows the recorded facts. On paper it also has the time and the URL for another check. */
function RecordedFacts({ found }: FoundProps) {
  const { code, holderName, holderRut, beneficiaryRut, tenderId, glosa } = found;
  const { appUrl } = getEnv();
  const rows = [
    ...factRows(found).map((row) =>
      row.label === issuedLabels.beneficiaryName
        ? { ...row, value: <NameWithRut name={row.value} rut={beneficiaryRut} /> }
        : row,
    ),
    { label: issuedLabels.holderName, value: <NameWithRut name={holderName} rut={holderRut} /> },
    ...(tenderId
      ? [{ label: issuedLabels.tenderId, value: <UnbrokenValue>{tenderId}</UnbrokenValue> }]
      : []),
    ...(glosa ? [{ label: issuedLabels.glosa, value: glosa }] : []),
    { label: 'Código', value: <UnbrokenValue>{groupedCode(code)}</UnbrokenValue> },
    { label: 'Consultado el', value: `${formatDateTime(now())}, hora de Chile` },
  ];
  return (
    <section className="min-w-0">
      <h2 className="mb-3 text-lg">Lo que se registró</h2>
      <SummaryList rows={rows} />
      <p className="mt-4 text-sm text-ink-soft print:hidden">
        Esta página es pública, por eso tapa el medio del RUT del tomador. Compara lo demás con el
        que trae el documento.
      </p>
      <p className="mt-4 hidden text-sm wrap-anywhere print:block">
        Se consulta de nuevo en {appUrl}
        {codePath(code)}. {operatorText()}
      </p>
      <PrintButton>Imprimir constancia</PrintButton>
    </section>
  );
}

function NameWithRut({ name, rut }: { name: string; rut: string }) {
  return (
    <>
      {name}, <UnbrokenValue>RUT {rut}</UnbrokenValue>
    </>
  );
}

function UnbrokenValue({ children }: { children: ReactNode }) {
  return <span className="whitespace-nowrap">{children}</span>;
}

async function readTypedCode({ params }: Props): Promise<string> {
  return pathPart((await params).code).slice(0, 200);
}

/** Returns the result of this browser's last comparison. */
async function readOutcome(props: Props, { hasDocument }: VerifiedGuarantee): Promise<Outcome> {
  const { query, problem } = await readPageQuery(props);
  const cookie = (await cookies()).get(cookieNames.comparison)?.value;
  return {
    compared: findComparedFile(cookie, query.comparado),
    problem: hasDocument ? problem?.message : undefined,
  };
}

/** Links to the guarantees before and after an extension. */
function ReplacementLinks({
  found: { state, replacement, successorCode, predecessor },
}: FoundProps) {
  if (predecessor) {
    return (
      <p>
        Hasta el <UnbrokenValue>{formatDate(predecessor.until)}</UnbrokenValue> rige la anterior. Su
        código: <CodeLink code={predecessor.code} />.
      </p>
    );
  }
  if (state !== 'prorrogada') return null;
  return (
    <p>
      El código de la que {replacement ? 'la reemplazará' : 'vale ahora'}:{' '}
      <CodeLink code={successorCode} />.
    </p>
  );
}

function CodeLink({ code }: { code: string | null }) {
  return code ? <a href={`/v/${code}`}>{code}</a> : 'pídelo a quien te la entregó';
}
