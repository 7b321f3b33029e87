import { describe, expect, test } from 'vitest';
import { profileBody } from '#lib/domain/accounts/schema.ts';
import { submissionBody } from '#lib/domain/requests/submissions/schema.ts';
import { officialComuna, officialRegion, regions } from '#lib/domain/territory/rules.ts';
import { publicBody } from '#tests/support/request-bodies.ts';

describe('a region', () => {
  test.each([
    ['Biobío', 'Región del Biobío'],
    ['BIO-BIO', 'Región del Biobío'],
    ['VIII Región', 'Región del Biobío'],
    ['región del bio bio', 'Región del Biobío'],
    ['RM', 'Región Metropolitana de Santiago'],
    ['metropolitana', 'Región Metropolitana de Santiago'],
    ['Region Metropolitana', 'Región Metropolitana de Santiago'],
    ['O’Higgins', "Región del Libertador General Bernardo O'Higgins"],
    ['ohiggins', "Región del Libertador General Bernardo O'Higgins"],
    ['Aysén', 'Región de Aysén del General Carlos Ibáñez del Campo'],
    ['Magallanes', 'Región de Magallanes y de la Antártica Chilena'],
    ['la araucania', 'Región de La Araucanía'],
    ['Los Lagos', 'Región de Los Lagos'],
    ['Arica y Parinacota', 'Región de Arica y Parinacota'],
    ['XVI', 'Región de Ñuble'],
    ['Región', 'Región'],
    ['Patagonia', 'Patagonia'],
  ])('that is called %j is stored as %j', (text, official) => {
    expect(officialRegion(text)).toBe(official);
  });

  test('has its official name in any case and without accents, and so has each comuna', () => {
    const worn = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toUpperCase();
    for (const { nombre, comunas } of regions) {
      expect(officialRegion(worn(nombre))).toBe(nombre);
      for (const comuna of comunas) {
        expect(officialComuna(worn(comuna.nombre))).toBe(comuna.nombre);
      }
    }
  });
});

test('a profile and a request store the official names of region and comuna', () => {
  expect(profileBody.parse({ region: 'biobío', comuna: 'CONCEPCION' })).toEqual({
    region: 'Región del Biobío',
    comuna: 'Concepción',
  });
  const regionAnswers = { regionEmpresaOferente: 'rm', comunaEmpresaOferente: 'nunoa' };
  expect(submissionBody.parse({ ...publicBody, ...regionAnswers })).toMatchObject({
    regionEmpresaOferente: 'Región Metropolitana de Santiago',
    comunaEmpresaOferente: 'Ñuñoa',
  });
});
