import { describe, expect, test } from 'vitest'
import { MESSAGES } from '#contract/formats.ts'
import type { ImportField } from '#contract/pupilimports/pupilimports.columns.ts'
import { IMPORT_TEXTS } from '#contract/pupilimports/pupilimports.texts.ts'
import { readCells, storedTexts } from './read-cells.ts'

const TODAY = '2026-11-20'
const read = (field: ImportField, text: string) => {
  const { values, problems, notes } = readCells({ [field]: text }, TODAY)
  return problems[0]?.message ?? notes[0]?.message ?? values[field]
}

describe('cells of a list', () => {
  test.each([
    ['gender', 'W', 'f'],
    ['gender', '4', 'f'],
    ['gender', 'männlich', 'm'],
    ['gender', 'x', 'd'],
    ['gender', 'constructor', 'Bitte m, w oder d angeben.'],
    ['status', '2', 'active'],
    ['status', 'Abgegangen', 'left'],
    ['status', 'neuaufnahme', 'upcoming'],
    ['status', '8', 'graduated'],
    ['status', 'Warteliste', 'Kinder auf der Warteliste werden nicht importiert.'],
    ['status', '7', 'Diesen Status gibt es nicht.'],
    ['birthdate', '3.5.18', '2018-05-03'],
    ['birthdate', '1.1.99', '1999-01-01'],
    ['birthdate', '2018-05-03 00:00:00', '2018-05-03'],
    ['birthdate', '31.02.2018', 'Dies ist kein gültiges Datum.'],
    ['schoolgrade', '05', 5],
    ['schoolgrade', '5.', 5],
    ['schoolgrade', '14', 'Bitte nur Zahlen angeben.'],
    ['zip', '01067', '01067'],
    ['zip', '3042', '03042'],
    ['zip', '304', 'Bitte eine Postleitzahl mit fünf Ziffern angeben, zum Beispiel 15999.'],
    ['guardian1_zip', '3042', '03042'],
    ['city', "'=1+1", MESSAGES.address],
    ['birth_country', '000', 'DEU'],
    ['birth_country', 'Türkei', 'TUR'],
    ['birth_country', 'pol', 'POL'],
    ['birth_country', 'UA', 'UKR'],
    ['birth_country', '163', IMPORT_TEXTS.codeIgnored],
    ['birth_country', 'constructor', IMPORT_TEXTS.codeIgnored],
    ['family_language', 'de', 'de'],
    ['family_language', 'tur', 'tr'],
    ['family_language', 'Polnisch', 'pl'],
    ['family_language', 'xyz', IMPORT_TEXTS.codeIgnored],
    ['kita_years', '0', 'none'],
    ['kita_years', '4', 'ge3'],
    ['kita_years', '2 bis 3 Jahre', '2to3'],
    ['kita_years', '5', IMPORT_TEXTS.codeIgnored],
    ['enrolment_kind', 'vorzeitig', 'early'],
    ['enrolment_kind', '1', IMPORT_TEXTS.codeIgnored],
    ['school_recommendation', 'for', 'FOR'],
    ['school_recommendation', 'GY', IMPORT_TEXTS.codeIgnored],
    ['immigration_year', '2020', 2020],
    ['immigration_year', '20', 'Bitte nur Zahlen angeben.'],
    ['guardian1_salutation', 'Herrn', 'mr'],
    ['guardian1_relationship', 'Großeltern', 'grandparent'],
    ['guardian2_relationship', 'toString', 'other'],
  ] as const)('%s: %j is %j', (field, text, value) => {
    expect(read(field, text)).toBe(value)
  })

  test('a postcode that gets its zero back is shown as it will be stored', () => {
    const cells = { zip: '3042', guardian1_zip: '03042', guardian2_zip: '3042' }
    expect(storedTexts(cells, readCells(cells, TODAY).values)).toEqual({ zip: '03042', guardian2_zip: '03042' })
  })

  test('a code is shown as people read it', () => {
    const cells = { birth_country: '000', family_language: 'Deutsch', kita_years: '4', enrolment_kind: '9' }
    expect(storedTexts(cells, readCells(cells, TODAY).values)).toEqual({
      birth_country: 'Deutschland',
      kita_years: '3 Jahre und länger',
    })
  })

  test.each([
    ['Dorfstraße 5a', undefined, 'Dorfstraße', '5a'],
    ['Am Anger 12-14', undefined, 'Am Anger', '12-14'],
    ['Straße des 17. Juni 135', undefined, 'Straße des 17. Juni', '135'],
    ['Platz der Einheit', undefined, 'Platz der Einheit', null],
    ['Weg 3', '7', 'Weg 3', '7'],
  ])('%j with the number %j is %j and %j', (street, number, ...expected) => {
    for (const whose of ['', 'guardian2_'] as const) {
      const cells = { [`${whose}street`]: street, ...(number && { [`${whose}house_number`]: number }) }
      const { values } = readCells(cells, TODAY)
      expect([values[`${whose}street`], values[`${whose}house_number`]]).toEqual(expected)
    }
  })
})
