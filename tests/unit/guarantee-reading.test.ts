import { expect, test } from 'vitest';
import { readText } from '#lib/domain/documents/reading/read-text.ts';

const dates = 'Rige desde el 01-01-2027 hasta el 31-12-2027';
const read = async (text: string) => (await readText(text)).guarantee;

test('the reading of a policy finds its parties, its insurer, and a tender id inside another line', async () => {
  const headed = `PÓLIZA DE GARANTÍA
    HDI Seguros S.A. RUT 99.231.000-6
    Tomador: Frutícola Andes SpA, RUT 76.123.456-0
    Beneficiario: Servicio de Salud O'Higgins
    Monto asegurado: UF 500
    ${dates}
    Materia: Fiel cumplimiento del contrato, licitación ID 2401-12-LR26`;
  expect(await read(headed.replace(/\n +/g, '\n'))).toMatchObject({
    holderName: 'Frutícola Andes SpA',
    issuerName: 'HDI Seguros S.A.',
    beneficiaryName: "Servicio de Salud O'Higgins",
    tenderId: '2401-12-LR26',
  });
  const labelled = `PÓLIZA DE SEGURO DE GARANTÍA
    Compañía de Seguros: HDI Seguros S.A.
    Asegurado / Beneficiario: Municipalidad de Rancagua RUT 69.080.100-6
    Monto asegurado: UF 500
    ${dates}
    Materia: Fiel cumplimiento, licitación ID 2401-12-
    LR26.`;
  expect(await read(labelled.replace(/\n +/g, '\n'))).toMatchObject({
    issuerName: 'HDI Seguros S.A.',
    beneficiaryName: 'Municipalidad de Rancagua',
    tenderId: '2401-12-LR26',
  });
  const signed = `PÓLIZA DE GARANTÍA A LA VISTA
    Asegurado: Municipalidad de Rancagua
    Afianzado: Frutícola Andes SpA
    Monto: UF 500
    ${dates}
    Se emite a solicitud del afianzado.
    Firmado en Santiago
    HDI Seguros S.A.`;
  expect(await read(signed.replace(/\n +/g, '\n'))).toMatchObject({
    issuerName: 'HDI Seguros S.A.',
    beneficiaryName: 'Municipalidad de Rancagua',
  });
});

test('the reading leaves out a beneficiary if two names differ or a label has no name', async () => {
  const text = `PÓLIZA DE GARANTÍA\nBeneficiario: Municipalidad de Rancagua\nAsegurado: Municipalidad de Machalí\nMonto: UF 500\n${dates}`;
  expect(await read(text)).not.toHaveProperty('beneficiaryName');
  const bare = `PÓLIZA DE GARANTÍA\nBeneficiario: RUT 69.080.100-6\nMonto: UF 500\n${dates}`;
  expect(await read(bare)).not.toHaveProperty('beneficiaryName');
});

test.each([
  ['Póliza de garantía N.º 99887', '99887'],
  ['Póliza de garantía N.º 12345-6', '12345-6'],
  ['Póliza N° PZ-77', 'PZ-77'],
  ['Póliza de Garantía N.º: 1.234.567', '1.234.567'],
  ['PÓLIZA DE GARANTÍA A LA VISTA N.° 220-26-00012345', '220-26-00012345'],
  ['Póliza de seguro de garantía Nro. 4455-A', '4455-A'],
  ['Póliza de seguro núm. 4455', '4455'],
  ['Boleta bancaria de garantía N.º 0012345', '0012345'],
  ['Boleta de garantía N° 998877', '998877'],
  ['Certificado de fianza N. º CF-2026-1234', 'CF-2026-1234'],
  ['Póliza de garantía de 12 meses', undefined],
  ['Póliza de garantía N.º 1 y póliza de garantía N.º 2', undefined],
  ['Póliza de garantía N.º 01-12-2026', undefined],
])('the number that is read in %j is %s', async (line, number) => {
  const text = `SEGUROS\nPóliza de garantía\n${line}\nMonto asegurado: UF 500\n${dates}`;
  expect((await read(text))?.issuerNumber).toBe(number);
});
