import { describe, expect, test } from 'vitest';
import StepPage from '#app/gestiona-tu-garantia/[paso]/page.tsx';
import ContinueLaterPage from '#app/gestiona-tu-garantia/continuar-despues/page.tsx';
import StartPage from '#app/gestiona-tu-garantia/page.tsx';
import { getDb } from '#lib/platform/db/client.ts';
import { drafts } from '#lib/platform/db/schema/drafts.ts';
import { DAY } from '#lib/platform/process/durations.ts';
import { signedToken } from '#lib/platform/security/secrets.ts';
import { browseAs, renderPage, textOf } from '#tests/support/page-request.ts';
import { postForm } from '#tests/support/post-form.ts';
import { queuedDeliveries } from '#tests/support/submissions.ts';
import {
  answersTo,
  newVisitor,
  reachReview,
  reachStep,
  reachTender,
  resumeTokenFor,
  startedVisitor,
  type Visitor,
  valuesOf,
  WIZARD,
} from '#tests/support/wizard.ts';
import { stepPage } from '#tests/support/wizard-pages.ts';
import { worldForTest } from '#tests/support/world.ts';

const world = worldForTest({ RATE_LIMITS: 'off' });

/** Posts a form of the list, or of a page of a named draft, from this browser. */
async function press(who: Visitor, path: string, form: Record<string, string> = {}) {
  world.advance(1000);
  const response = await postForm(`${WIZARD}/${path}`, { form, cookies: who.cookies });
  who.see(response);
  return response.headers.get('location') ?? '';
}
const startPage = async (who: Visitor, query = {}) => {
  browseAs(who.cookies);
  return renderPage(StartPage, {}, query);
};
const idOf = async (who: Visitor) => (await who.draft())?.id ?? '';
const draftCount = () => getDb().read.$count(drafts);

/** Begins a draft for a private contract beside those of this browser. */
async function beginOther(who: Visitor) {
  who.open();
  return who.save('tipo', { sistemaLicitacion: 'privados' });
}

/** Makes a browser with a draft for a tender, and a newer one for a private contract. */
async function withTwo() {
  const who = await reachTender('4809-45-LE26');
  const tender = await idOf(who);
  world.advance(1000);
  await beginOther(who);
  return { who, tender, contract: await idOf(who) };
}

describe('the drafts of a browser', () => {
  test('are listed with tender and last change, and beginning another one drops none', async () => {
    const { who, tender } = await withTwo();
    const page = textOf(await startPage(who));
    expect(page).toContain('Tienes 2 borradores');
    expect(page.indexOf('Contrato privado')).toBeLessThan(page.indexOf('4809-45-LE26'));
    expect(page).toContain('Último cambio: ');
    const list = await startPage(who);
    expect(list).toContain(`href="${WIZARD}/institucion?borrador=${tender}"`);
    // Another one begins at an address that names its view, so that "back" finds its draft.
    const [, view = ''] = /href="[^"]*\/tipo\?vista=([\w-]+)"/.exec(list) ?? [];
    const next = await press(who, `tipo/guardar?vista=${view}`, { sistemaLicitacion: 'privados' });
    who.open();
    const back = await stepPage(who, 'tipo', { vista: view });
    expect(back).toContain(next.slice(next.indexOf('borrador=')));
    expect(textOf(await startPage(who))).toContain('Tienes 3 borradores');
  });

  test('for private contracts are told apart by who demands the guarantee', async () => {
    const { who } = await reachStep('mandante');
    await who.save('mandante', answersTo('mandante'));
    const mandante = answersTo('mandante').razonSocialMandante;
    const page = await startPage(who);
    expect(textOf(page)).toContain(`Contrato privado ${mandante}`);
    expect(textOf(page)).toContain(`Continuar Contrato privado, ${mandante}`);
  });

  test('are deleted only by "Borrar este borrador", together with their mailed links', async () => {
    const { who, tender, contract } = await withTwo();
    const token = await resumeTokenFor(who);
    expect(await press(who, 'borrar', { borrador: contract })).toBe(`${WIZARD}?aviso=borrado`);
    expect(await draftCount()).toBe(1);
    expect(await newVisitor().resume(token)).toContain('error=invalid_token');
    expect(textOf(await startPage(who))).toContain('Tienes un borrador');
    who.open(tender);
    expect(await idOf(who)).toBe(tender);
  });

  test('cannot be opened or deleted by another browser that knows the id', async () => {
    const { tender } = await withTwo();
    const other = await startedVisitor();
    const own = await idOf(other);
    await expect(stepPage(other, 'tipo', { borrador: tender })).rejects.toThrow('NEXT_REDIRECT');
    await press(other, 'borrar', { borrador: tender });
    expect(await idOf(other)).toBe(own);
    expect(await draftCount()).toBe(3);
  });

  test('save what was typed on their own page, even if another tab opened another draft since', async () => {
    const { who, tender, contract } = await withTwo();
    const next = await press(who, `contacto/guardar?borrador=${tender}`, {
      ...answersTo('contacto'),
      nombreSolicitante: 'Pestaña Uno',
    });
    // The next page keeps to its draft when it is loaded again after another was opened.
    expect(next).toContain(`borrador=${tender}`);
    expect(await idOf(who)).toBe(tender);
    expect(await valuesOf(who)).toMatchObject({ nombreSolicitante: 'Pestaña Uno' });
    who.open(contract);
    expect(await valuesOf(who)).toEqual({ sistemaLicitacion: 'privados' });
  });

  test('are sent one by one: the draft of the review is sent and the other one stays', async () => {
    const who = await reachReview();
    const first = await idOf(who);
    await beginOther(who);
    const receipt = await press(who, `enviar?borrador=${first}`, { acepto: 'true' });
    expect(receipt).toContain('/comprobante/');
    expect(textOf(await startPage(who))).toContain('Tienes un borrador');
    // A page of it in another tab leads to the receipt and begins no second request.
    const late = await press(who, `contacto/guardar?borrador=${first}`, answersTo('contacto'));
    expect(late).toContain('/comprobante/');
  });

  test('are ten at most: an eleventh is refused with a notice, and none is lost', async () => {
    const who = await startedVisitor();
    for (let more = 1; more < 10; more++) {
      await beginOther(who);
    }
    expect(textOf(await startPage(who))).toContain('Son los 10 que caben.');
    expect(await beginOther(who)).toBe(`${WIZARD}/tipo?error=conflict`);
    expect(textOf(await startPage(who, { error: 'conflict' }))).toContain('Tienes 10 borradores');
    expect(await draftCount()).toBe(10);
    expect(Object.entries(who.cookies).flat().join('').length).toBeLessThan(1800);
  });

  test('each end 30 days after their own last change', async () => {
    const { who } = await withTwo();
    world.advance(29 * DAY);
    await who.save('contacto', answersTo('contacto'));
    world.advance(2 * DAY);
    expect(textOf(await startPage(who))).toContain('Tienes un borrador');
  });

  test('from before the list existed stay when another one is begun', async () => {
    const who = await startedVisitor();
    const old = await idOf(who);
    const [[name = '', token = ''] = []] = Object.entries(who.cookies);
    delete who.cookies[name];
    who.cookies.borrador = token;
    await beginOther(who);
    expect(textOf(await startPage(who))).toContain('Tienes 2 borradores');
    expect(await stepPage(who, 'contacto', { borrador: old })).toContain(`borrador=${old}`);
    await press(who, 'borrar', { borrador: old });
    expect(textOf(await startPage(who))).toContain('Tienes un borrador');
  });
});

describe('a wizard page in a browser with two drafts', () => {
  const pageOf = async (who: Visitor, paso: string, borrador: string) => {
    browseAs(who.cookies);
    return renderPage(StepPage, { paso }, { borrador });
  };
  /** Returns the addresses of the wizard on a page, its forms' among them. */
  const linksIn = (html: string) =>
    [...html.matchAll(/(?:href|action)="((?:\/f)?\/gestiona-tu-garantia\/[^"]+)"/g)].flatMap(
      ([, address]) => address ?? [],
    );

  test.each(['tipo', 'contacto', 'garantias', 'revisar'])(
    'names its draft in each link and form of "%s"',
    async (paso) => {
      const who = await reachReview();
      const first = await idOf(who);
      await beginOther(who);
      const html = await pageOf(who, paso, first);
      const links = linksIn(html);
      expect(links.length).toBeGreaterThan(0);
      for (const link of links) {
        expect(new URL(link, 'http://localhost').searchParams.get('borrador'), link).toBe(first);
      }
    },
  );

  test('shows the draft in its address, and says which one it is', async () => {
    const { who, tender, contract } = await withTwo();
    expect(textOf(await pageOf(who, 'institucion', tender))).toContain('Tu borrador: 4809-45-LE26');
    expect(textOf(await pageOf(who, 'contacto', contract))).toContain(
      'Tu borrador: Contrato privado',
    );
    await press(who, 'borrar', { borrador: contract });
    expect(textOf(await pageOf(who, 'institucion', tender))).not.toContain('Tu borrador');
    await expect(pageOf(who, 'contacto', contract)).rejects.toThrow('NEXT_REDIRECT');
  });

  test('mails the link of its own draft', async () => {
    const { who, tender } = await withTwo();
    const page = () => {
      browseAs(who.cookies);
      return renderPage(ContinueLaterPage, {}, { borrador: tender });
    };
    const [, action = ''] = /<form[^>]* action="([^"]*\/enviar[^"]*)"/.exec(await page()) ?? [];
    const path = action.slice(`${WIZARD}/`.length);
    const sent = await press(who, path, { email: 'ana@constructora.cl' });
    expect(sent).toBe(`${WIZARD}/continuar-despues?enviado=1&borrador=${tender}`);
    const linkId = String((await queuedDeliveries()).at(-1)?.payload.linkId);
    const other = newVisitor();
    await other.resume(signedToken('resume', linkId));
    expect(await idOf(other)).toBe(tender);
  });
});

describe('"Volver"', () => {
  const pageAt = async (who: Visitor, paso: string) => {
    return stepPage(who, paso);
  };

  test('keeps a half-filled page, and shows it without errors on return', async () => {
    const who = await reachTender();
    expect(await pageAt(who, 'institucion')).toContain('name="volver"');
    const back = await who.save('institucion', { institucion: 'Muni', volver: '1' });
    expect(back).toBe(`${WIZARD}/licitacion`);
    const again = await pageAt(who, 'institucion');
    expect(again).toContain('value="Muni"');
    expect(again).not.toContain('aria-invalid');
    expect((await who.draft())?.answers.answered).not.toContain('institucion');
    // Going back once more changes nothing.
    await who.save('licitacion', { idLicitacion: '4809-45-LE26', volver: '1' });
    expect(await pageAt(who, 'institucion')).toContain('value="Muni"');
  });

  test('saves a changed page if it is valid, and otherwise keeps both the typed text and the valid answer', async () => {
    const who = await reachReview();
    const { email = '', ...others } = answersTo('contacto');
    const changed = { ...others, email, nombreSolicitante: 'Otro Nombre' };
    expect(await who.save('contacto', { ...changed, volver: '1' })).toBe(`${WIZARD}/tipo`);
    expect(await valuesOf(who)).toMatchObject({ nombreSolicitante: 'Otro Nombre' });
    const wrong = { ...changed, email: 'sin arroba' };
    await who.save('contacto', { ...wrong, volver: '1' });
    expect(await pageAt(who, 'contacto')).toContain('value="sin arroba"');
    expect(await valuesOf(who)).toMatchObject({ email });
  });
});
