import { expect, test } from 'vitest';
import {
  isOtherInstitution,
  nameFromCapitals,
  titleFromCapitals,
} from '#lib/platform/chile/names.ts';

test.each([
  ['ADQUISICION DE INSUMOS', 'Adquisición de insumos'],
  ['ADQUISICIÓN EQUIPOS UCI Y SAMU, ETAPA II', 'Adquisición equipos UCI y SAMU, etapa II'],
  [
    '2° LLAMADO: CAMIÓN 4X4, RUTA F-30 (CESFAM BUIN)',
    '2° Llamado: camión 4X4, ruta F-30 (CESFAM buin)',
  ],
  ['SERVICIO N° 12 PARA EL S.A.G. Y EL HRT.', 'Servicio N° 12 para el S.A.G. y el HRT.'],
  ['«MANTENCIÓN/REPARACIÓN ASCENSORES»', '«Mantención/reparación ascensores»'],
  ['Adquisición de INSUMOS', 'Adquisición de INSUMOS'],
  ['MOP VI', 'MOP VI'],
  ['', ''],
])('the title %j in capitals is written as %j', (came, read) => {
  expect(titleFromCapitals(came)).toBe(read);
});

test.each([
  ['MUNICIPALIDAD DE SAN BERNARDO', 'Municipalidad de San Bernardo'],
  ['ILUSTRE MUNICIPALIDAD DE LAS CONDES', 'Ilustre Municipalidad de Las Condes'],
  [
    'MINISTERIO DE OBRAS PÚBLICAS, DIRECCIÓN DE VIALIDAD',
    'Ministerio de Obras Públicas, Dirección de Vialidad',
  ],
  [
    'MINISTERIO DE OBRAS PUBLICAS DIREC CION GRAL DE OO PP DCYF',
    'Ministerio de Obras Públicas Dirección Gral de OO PP DCYF',
  ],
  ['I. MUNICIPALIDAD DE ÑUÑOA', 'I. Municipalidad de Ñuñoa'],
  ['SERVIU METROPOLITANO', 'SERVIU Metropolitano'],
  ['Hospital San José', 'Hospital San José'],
])('the name %j in capitals is written as %j', (came, read) => {
  expect(nameFromCapitals(came)).toBe(read);
});

const vialidad = 'Ministerio de Obras Públicas, Dirección de Vialidad';
test.each([
  ['MOP', vialidad, false],
  ['Vialidad, Región de Ñuble', vialidad, false],
  ['MINVU', vialidad, true],
  ['Municipalidad de Talca', 'I. MUNICIPALIDAD DE TALCA', false],
  ['Municipalidad de Talca', 'Municipalidad de Curicó', true],
  ['La municipalidad', 'Municipalidad de Curicó', false],
])('%j names another institution than %j: %j', (typed, official, isOther) => {
  expect(isOtherInstitution(typed, official)).toBe(isOther);
});
