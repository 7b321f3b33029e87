'use client';

import { type ReactNode, type SubmitEvent, useEffect, useRef, useState } from 'react';
import { ReportLink } from '#components/issued-guarantees/report-link.tsx';
import { type Verdict, VerdictBox } from '#components/issued-guarantees/verdict-box.tsx';
import { Button } from '#components/ui/button.tsx';
import { FileField } from '#components/ui/file-field.tsx';
import { Form } from '#components/ui/form.tsx';
import { UnbrokenText } from '#components/ui/unbroken-text.tsx';
import { groupAmount } from '#lib/platform/chile/amounts.ts';
import { formatDateTime } from '#lib/platform/chile/format.ts';
import {
  type ComparedFile,
  EMPTY_FILE,
  isDigitizedPaper,
} from '#lib/platform/storage/inspection/digitized-paper.ts';

type Props = {
  code: string;
  action: string;
  verdict: Verdict;
  /** True if the company recorded the guarantee itself. An equal file then proves little. */
  isOwn: boolean;
  /** Names who recorded the guarantee. Always shown, below the title. */
  under: ReactNode;
  source: ReactNode;
  caution: ReactNode;
  /** Shown until a file is compared. */
  more: ReactNode;
  compared: ComparedFile | null;
  /** Why the submitted file could not be compared. */
  problem: string | undefined;
  maxUploadMb: number;
  children: ReactNode;
};

/**
 * Compares a file with the recorded document. Where the browser can hash it, the file is not sent.
 */
export function Comparison({
  code,
  action,
  verdict,
  isOwn,
  under,
  source,
  caution,
  more,
  maxUploadMb,
  children,
  ...initialOutcome
}: Props) {
  const [compared, setCompared] = useState(initialOutcome.compared);
  const [problem, setProblem] = useState(initialOutcome.problem);
  const [staysHere, setStaysHere] = useState(false);
  const top = useRef<HTMLDivElement>(null);
  useEffect(() => setStaysHere(Boolean(crypto.subtle)), []);
  const show = (result: ComparedFile | null) => {
    setProblem(undefined);
    setCompared(result);
  };
  const compare = async (event: SubmitEvent<HTMLFormElement>) => {
    const form = event.currentTarget;
    const file = new FormData(form).get('file');
    if (!(staysHere && file instanceof File && file.name)) return;
    event.preventDefault();
    if (file.size === 0) return setProblem(EMPTY_FILE);
    try {
      const result = await compareWith(file, code);
      show(result);
      document.title = titles[result.result];
      top.current?.focus();
    } catch {
      setProblem('No pudimos comparar: revisa tu conexión y prueba otra vez.');
    }
  };
  return (
    <div className={columns}>
      <div ref={top} id="resultado" tabIndex={-1} className="min-w-0 scroll-mt-4 outline-none">
        {problem && (
          // biome-ignore lint/a11y/noAutofocus: what was refused is read first
          <div role="alert" tabIndex={-1} data-focus="" autoFocus>
            <VerdictBox tone="unsure" title="No comparamos ningún archivo">
              <p>
                <a href="#file">{problem}</a>
              </p>
              <Recorded verdict={verdict} />
            </VerdictBox>
          </div>
        )}
        <div role="status" className="grid gap-4">
          {!problem && (
            <Answer {...{ code, compared, verdict, isOwn, under, source, caution, more }} />
          )}
        </div>
        <p className="mt-4 lg:hidden print:hidden">
          <a href="#comparar" className="inline-block py-2">
            Comparar el archivo que te enviaron
          </a>
        </p>
      </div>
      {children}
      <section
        id="comparar"
        className="min-w-0 scroll-mt-4 lg:col-start-2 lg:row-span-2 lg:row-start-1 print:hidden"
      >
        <h2 className="mb-3 text-lg">¿Es el mismo archivo?</h2>
        <Form
          action={action}
          encType="multipart/form-data"
          className="grid gap-4"
          onSubmit={compare}
        >
          <FileField
            name="file"
            label="Compara el que te enviaron"
            hint={`El documento del emisor, no la hoja de entrega. ${staysHere ? staysText : leavesText}`}
            error={problem}
            required
            maxUploadMb={maxUploadMb}
            onFiles={() => show(null)}
          />
          <div>
            <Button wide>Comparar</Button>
          </div>
        </Form>
      </section>
    </div>
  );
}

const columns =
  'grid items-start gap-8 print:gap-3 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] lg:grid-rows-[auto_1fr] lg:gap-x-12';

const titles: Record<ComparedFile['result'], string> = {
  same: 'Es el mismo archivo',
  other: 'Tu archivo no es el que se registró',
  digitized: 'Un escaneo o una foto no se puede comparar',
};
const staysText = 'El archivo no sale de tu equipo.';
const leavesText = 'Lo recibimos, lo comparamos y no lo guardamos.';

function Answer({
  code,
  compared,
  verdict,
  isOwn,
  under,
  more,
  ...boxProps
}: Pick<
  Props,
  'code' | 'verdict' | 'isOwn' | 'under' | 'source' | 'caution' | 'more' | 'compared'
>) {
  const name = <strong>{compared?.fileName}</strong>;
  switch (compared?.result) {
    case 'other':
      return (
        <VerdictBox tone="bad" title={titles.other} under={under} {...boxProps}>
          <p data-result="other">
            {name} es distinto del que se registró. También lo son un escaneo, una copia guardada de
            nuevo y la hoja de entrega: pide el archivo original y confirma con el emisor.
          </p>
          <Fingerprint {...compared} />
          <Recorded verdict={verdict} />
          <ReportLink code={code} />
        </VerdictBox>
      );
    case 'digitized':
      return (
        <VerdictBox tone="unsure" title={titles.digitized} under={under} {...boxProps}>
          <p data-result="digitized">
            {name} es una imagen del documento: no muestra si es auténtico ni si es falso. Pide el
            archivo original y compáralo.
          </p>
          <Fingerprint {...compared} />
          <Recorded verdict={verdict} />
        </VerdictBox>
      );
    default:
      return (
        <>
          <VerdictBox {...verdict} under={under} {...boxProps}>
            {more}
          </VerdictBox>
          {compared && (
            <VerdictBox tone={isOwn ? 'plain' : 'good'} title={titles.same} isFirst={false}>
              <p data-result="same">
                {name} es igual al que {isOwn ? 'subió la empresa' : 'se registró'}, byte por byte.
              </p>
              <Fingerprint {...compared} />
            </VerdictBox>
          )}
        </>
      );
  }
}

/**
 * Shows which bytes were compared and when, so that a print can later be checked against a file.
 */
function Fingerprint({ sha256, size, at }: ComparedFile) {
  return (
    <p className="text-sm print:text-xs">
      <UnbrokenText
        text={`Comparado el ${formatDateTime(at)}, hora de Chile. Pesa ${groupAmount(String(size))} bytes. SHA-256: `}
      />
      <code className="break-all">{sha256}</code>
    </p>
  );
}

function Recorded({ verdict }: { verdict: Verdict }) {
  return (
    <p>
      El registro dice: «<UnbrokenText text={verdict.title} />
      ».
    </p>
  );
}

async function compareWith(file: File, code: string): Promise<ComparedFile> {
  const bytes = await file.arrayBuffer();
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  const sha256 = Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('');
  const response = await fetch(`/api/verify/${code}/file`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ sha256 }),
    redirect: 'error',
    signal: AbortSignal.timeout(20_000),
  });
  const { matches } = (await response.json()).data;
  const isDigitized = !matches && isDigitizedPaper(new TextDecoder('latin1').decode(bytes));
  const result = matches ? 'same' : isDigitized ? 'digitized' : 'other';
  return { result, sha256, fileName: file.name, size: file.size, at: Date.now() };
}
