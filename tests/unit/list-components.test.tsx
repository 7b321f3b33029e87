import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { DocumentChoice } from '#components/documents/document-choice.tsx';
import { LinkNotice } from '#components/documents/link-options.tsx';
import { NextDocument } from '#components/documents/next-document.tsx';
import { VisitList } from '#components/documents/openings.tsx';
import { QuotaNotice } from '#components/documents/quota-notice.tsx';
import { FreshLinks } from '#components/documents/share-acts.tsx';
import { ShareCard } from '#components/documents/share-card.tsx';
import { ClosedTender } from '#components/requests/closed-tender.tsx';
import { RequestTimeline } from '#components/requests/request-timeline.tsx';
import { StateTag } from '#components/requests/state-tag.tsx';
import { RefusedLink } from '#components/share-links/refused-link.tsx';
import type { Share } from '#lib/domain/share-links/schema.ts';
import { textOf } from '#tests/support/page-request.ts';
import { linkedDocument, SHARED_AT, shownLink } from '#tests/support/shown-documents.ts';

const markup = renderToStaticMarkup;
const now = Date.parse(SHARED_AT);
const card = (more: Partial<Share>) => textOf(markup(<ShareCard share={shownLink('a', more)} />));

test.each<[Partial<Share>, string]>([
  [{ openings: 1, maxOpenings: 5 }, '1 de 5 visitas'],
  [{ openings: 1, maxOpenings: 1 }, '1 de 1 visita '],
  [{ openings: 0, maxOpenings: 1 }, '0 de 1 visita '],
  [{ openings: 1 }, '1 visita '],
  [{ openings: 2 }, '2 visitas'],
])('the card of a link counts its openings: %j', (more, words) => {
  expect(card(more).replace(' ·', ' ')).toContain(words);
});

test('the card of an ended link does not mention wrong passwords', () => {
  expect(card({ lockedUntil: SHARED_AT })).toContain('equivocadas');
  expect(card({ lockedUntil: SHARED_AT, state: 'expired' })).not.toContain('equivocadas');
});

test('new links are offered for mailing only to recipients who were not mailed lately', () => {
  const to = (id: string, more: Partial<Share> = {}) => shownLink(id, { recipient: id, ...more });
  const html = (shares: Share[]) => markup(<FreshLinks {...{ shares, now }} isMailed={false} />);
  const second = [to('a@a.cl'), to('b@b.cl')];
  expect(html([...second, to('c@c.cl', { sentAt: SHARED_AT }), to('Banco')])).toContain(
    'value="a@a.cl b@b.cl"',
  );
  expect(html([to('a@a.cl'), to('c@c.cl', { sentAt: SHARED_AT })])).not.toContain(
    'por correo</button>',
  );
});

test('the card of a link counts what was seen and downloaded apart from the visits', () => {
  expect(card({ openings: 2, views: 3, downloads: 2 })).toContain(
    '2 visitas · 3 documentos vistos · 2 descargas',
  );
  expect(card({ openings: 2, maxOpenings: 2, views: 1 })).toContain(
    '2 de 2 visitas · 1 documento visto · ',
  );
});

test('the notice of used space counts the number of files too, and appears from 80 percent on', () => {
  const quota = { previousBytes: 0, maxFiles: 100, maxBytes: 1000 };
  expect(markup(<QuotaNotice {...quota} files={80} bytes={100} />)).toContain('80 %');
  expect(markup(<QuotaNotice {...quota} files={10} bytes={900} />)).toContain('90 %');
  expect(markup(<QuotaNotice {...quota} files={70} bytes={700} />)).toBe('');
});

test('a visit names its document, or says that it is a former version or gone', () => {
  const documents = [
    { id: 'here', ...linkedDocument },
    { id: 'gone', ...linkedDocument, fileName: null },
  ];
  const opening = { at: SHARED_AT, place: 'local', device: 'Chrome', way: 'view' as const };
  const seen = (documentId: string | null) =>
    textOf(
      markup(
        <VisitList
          share={{ documents, codeEmail: null }}
          openings={[{ ...opening, documentId }]}
        />,
      ),
    );
  expect(seen('here')).toContain('F30.pdf');
  expect(seen('gone')).toContain('uno que ya no está');
  expect(seen('former')).toContain('una versión anterior');
  expect(seen(null)).toContain('todos juntos');
  const entered = { ...opening, way: 'enter' as const, documentId: null };
  const visit = (openings: Parameters<typeof VisitList>[0]['openings']) =>
    textOf(
      markup(<VisitList share={{ documents, codeEmail: 'ana@banco.cl' }} {...{ openings }} />),
    );
  expect(visit([entered])).toMatch(/ · ana@banco\.cl, Chrome.* · Entró, sin abrir documentos/);
  const both = visit([{ ...opening, documentId: 'here' }, entered]);
  expect(both).toContain('Visto: ');
  expect(both).not.toContain('Entró');
});

test('the form of an opened link keeps its notice setting in a hidden field', () => {
  const notice = (values: Record<string, string>) =>
    markup(<LinkNotice {...{ values }} errors={{}} link={{ hasPassword: false, openings: 1 }} />);
  expect(notice({ notify: 'si' })).toBe('<input type="hidden" name="notify" value="si"/>');
  expect(notice({})).toBe('');
});

test('the suggested next document is not the one that was just uploaded', () => {
  const [f29, f30] = (['f29', 'certificado_f30'] as const).map((key) => ({ key, label: key }));
  const next = (outstanding: unknown[], uploaded: string) =>
    textOf(
      markup(
        <NextDocument
          {...({ outstanding, uploadedKey: uploaded } as Parameters<typeof NextDocument>[0])}
        />,
      ),
    );
  expect(next([f30], 'certificado_f30')).toBe('');
  expect(next([f29, f30], 'certificado_f30')).toContain('Siguiente: f29');
  expect(next([], 'certificado_f30')).toContain('Tienes vigente todo');
});

test('a long list of documents is open while none is chosen, and folded otherwise', () => {
  const documents = Array.from({ length: 9 }, (_, n) => {
    const text = `d${n}`;
    return { fileId: text, title: text, fileName: text, note: '' };
  });
  const choice = (chosen: string[]) =>
    markup(
      <DocumentChoice
        {...{ documents, validFileIds: [], areAllChosen: false, error: undefined }}
        chosen={new Set(chosen)}
        name="documentKey"
      />,
    );
  expect(choice([])).not.toContain('<details');
  expect(textOf(choice(['d1']))).toContain('Ver los otros 8');
});

test('an ended link can be requested anew once', () => {
  const ended = { owner: 'Andes SpA', action: '/c/x/pedir' };
  const page = (wasRequested: boolean) =>
    markup(
      <RefusedLink
        {...{ title: '', text: '', problem: null }}
        ended={{ ...ended, wasRequested }}
      />,
    );
  expect(page(false)).toContain('Pedir un enlace nuevo');
  expect(page(true)).not.toContain('Pedir un enlace nuevo');
});

test('the history of an issued request leaves out only the change to its last state', () => {
  const state = (id: number, to: 'aprobada' | 'emitida') => ({
    ...{ id, at: now },
    event: { kind: 'state', from: 'recibida', to } as const,
  });
  const issued = { id: 3, at: now, event: { kind: 'issued' } as never };
  const lines = (events: Parameters<typeof RequestTimeline>[0]['events']) =>
    markup(<RequestTimeline events={events} receivedAt={now} />).split('<li').length - 1;
  expect(lines([state(2, 'emitida'), state(1, 'aprobada')])).toBe(3);
  expect(lines([issued, state(2, 'emitida'), state(1, 'aprobada')])).toBe(3);
});

test('a refused request has no success tag, whatever stage it reached', () => {
  const tag = (state: 'rechazada' | 'aprobada') =>
    markup(<StateTag state={state} stage="Pagada" />);
  expect(tag('aprobada')).toContain('success');
  expect(tag('rechazada')).not.toContain('success');
});

test('there is no warning about a suspended tender that closed, because it may close later', () => {
  const status = { code: '1-1-LE26', name: null, silentSince: null, remarks: [], closesAt: now };
  const garantias = [{ tipoGarantia: 'seriedad' }] as never;
  const warning = (state: string) =>
    markup(
      <ClosedTender tenderStatus={{ ...status, state, isClosed: true }} answers={{ garantias }} />,
    );
  expect(warning('Cerrada')).toContain('La licitación ya cerró');
  expect(warning('Suspendida')).toBe('');
});
