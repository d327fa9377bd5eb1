import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import {
  cleanLine,
  Email,
  FILE_MESSAGES,
  IdParam,
  IsoDate,
  Lines,
  MESSAGES,
  MultilineText,
  MustBeTrue,
  OptionalText,
  PersonName,
  PHONE_MESSAGES,
  Phone,
  QueryFlag,
  Several,
  Sort,
  sortTerms,
  Text,
  Zip,
} from './formats.ts'

const messagesOf = (schema: z.ZodType, input: unknown) =>
  schema.safeParse(input).error?.issues.map(({ message }) => message)

describe('the messages of spec §5, verbatim', () => {
  test.each([
    [MESSAGES.required, 'Dieses Feld ist ein Pflichtfeld.'],
    [MESSAGES.boolean, 'Bitte wählen Sie einen Wert.'],
    [MESSAGES.numbers, 'Bitte nur Zahlen angeben.'],
    [MESSAGES.minLength(3), 'Mindestens 3 Zeichen angeben.'],
    [MESSAGES.maxLength(40), 'Maximal 40 Zeichen angeben.'],
    [MESSAGES.maxLines(5), 'Bitte maximal 5 Zeilen.'],
    [MESSAGES.minEntries(1), 'Bitte mindestens 1 Eintrag.'],
    [MESSAGES.minEntries(2), 'Bitte mindestens 2 Einträge.'],
    [MESSAGES.maxEntries(1), 'Bitte maximal 1 Eintrag.'],
    [MESSAGES.maxEntries(5), 'Bitte maximal 5 Einträge.'],
    [MESSAGES.url('https://schule.example'), 'Muss eine gültige URL sein (z.B. https://schule.example).'],
    [MESSAGES.email, 'Dies ist keine gültige E-Mail-Adresse.'],
    [MESSAGES.mustBeTrue, 'Bitte hier bestätigen.'],
    [MESSAGES.date, 'Dies ist kein gültiges Datum.'],
    [FILE_MESSAGES.size('10 MB'), 'Die Dateigröße der einzelnen Dateien darf 10 MB nicht übersteigen!'],
    [FILE_MESSAGES.totalSize('25 MB'), 'Insgesamt sind nur 25 MB zulässig!'],
    [FILE_MESSAGES.type, 'Dieser Dateityp wird nicht unterstützt.'],
    [FILE_MESSAGES.count(5), 'Bitte maximal 5 Dateien.'],
  ])('%s', (message, expected) => {
    expect(message).toBe(expected)
  })
})

describe('errors of zod get the messages of spec §5', () => {
  test.each<[string, z.ZodType, unknown, string]>([
    ['missing', z.string(), undefined, MESSAGES.required],
    ['null', z.string(), null, MESSAGES.required],
    ['empty text', z.string().min(3), '', MESSAGES.required],
    ['empty choice', z.enum(['a']), '', MESSAGES.required],
    ['missing switch', z.boolean(), undefined, MESSAGES.required],
    ['missing number', z.int(), undefined, MESSAGES.required],
    ['missing list', z.array(z.string()), undefined, MESSAGES.required],
    ['too short', z.string().min(3), 'ab', MESSAGES.minLength(3)],
    ['too long', z.string().max(2), 'abc', MESSAGES.maxLength(2)],
    ['no number', z.number(), 'x', MESSAGES.numbers],
    ['no whole number', z.int(), 1.5, MESSAGES.numbers],
    ['no number in a query', z.coerce.number(), 'x', MESSAGES.numbers],
    ['no multiple', z.number().multipleOf(5), 3, MESSAGES.numbers],
    ['too small a number', z.int().min(3), 2, 'Bitte mindestens 3 angeben.'],
    ['too great a number', z.int().max(3), 4, 'Bitte höchstens 3 angeben.'],
    ['no switch', z.boolean(), 'ja', MESSAGES.boolean],
    ['no such choice', z.enum(['a', 'b']), 'c', MESSAGES.boolean],
    ['too few entries', z.array(z.int()).min(2), [1], MESSAGES.minEntries(2)],
    ['too many entries', z.array(z.int()).max(1), [1, 2], MESSAGES.maxEntries(1)],
    ['no URL', z.url(), 'x', MESSAGES.url('https://www.example.org')],
    ['no e-mail', z.email(), 'x', MESSAGES.email],
    ['no date', z.iso.date(), 'x', MESSAGES.date],
    ['no instant', z.iso.datetime(), 'x', MESSAGES.date],
    ['not ticked', MustBeTrue, false, MESSAGES.mustBeTrue],
    ['not ticked and missing', MustBeTrue, undefined, MESSAGES.mustBeTrue],
    ['neither of a union', z.union([z.int(), z.literal('none')]), 'x', MESSAGES.invalid],
    ['unknown keys where they matter', z.strictObject({}), { a: 1 }, MESSAGES.invalid],
  ])('%s', (...[, schema, input, expected]) => {
    expect(messagesOf(schema, input)).toEqual([expected])
  })
})

describe('names', () => {
  test.each([
    ['  von   der Leyen ', 'von der Leyen'],
    ['O’Neil', "O'Neil"],
    ['Mu\u0308ller', 'Müller'],
    ['Nguyễn Thị', 'Nguyễn Thị'],
    ['Łukasz', 'Łukasz'],
    ['Ольга', 'Ольга'],
    ['A', 'A'],
    ['Mia\u0000', 'Mia'],
    ['\u202eMia', 'Mia'],
    ['x'.repeat(80), 'x'.repeat(80)],
  ])('%j is stored as %j', (typed, stored) => {
    expect(PersonName.parse(typed)).toBe(stored)
  })

  test.each([
    ...['00ad', '061c', '180e', '200b', '200c', '200d', '200e', '200f', '202a', '202e', '2060', '2066', '2069', 'feff'],
    ...['fff9', 'e0041'],
  ])('U+%s, which nobody sees, is dropped from line, lines and name', (code) => {
    const sign = String.fromCodePoint(Number.parseInt(code, 16))
    const typed = `${sign}Mi${sign}${sign}a ${sign}Berg${sign}`
    expect([Text(20).parse(typed), Lines(20).parse(typed), PersonName.parse(typed)]).toEqual(Array(3).fill('Mia Berg'))
  })

  test.each([
    ['علی\u200cرضا', 'علی\u200cرضا'],
    ['\u200cعلی\u200c \u200cرضا\u200c', 'علی رضا'],
    ['علی\u200c\u200cرضا', 'علیرضا'],
    ['ශ්\u200dරී', 'ශ්\u200dරී'],
    ['ශ්\u202e\u200dරී', 'ශ්\u200dරී'],
    ['Mi\u200cا', 'Miا'],
    ['👩\u200d🏫 Mia', '👩\u200d🏫 Mia'],
  ])('joiners stay where a script needs them: %j is stored as %j', (typed, stored) => {
    expect(Text(40).parse(typed)).toBe(stored)
  })

  test.each(['Mia2', '<Mia>', 'Mia;', 'a|b', 'a"b', '[a]', '{a}', '---', '.'])('%j is refused in German', (typed) => {
    expect(messagesOf(PersonName, typed)).toEqual([MESSAGES.name])
  })

  test('only blanks are a missing name, 81 letters too long a one, and none begins a formula', () => {
    expect(messagesOf(PersonName, '   ')).toEqual([MESSAGES.required])
    expect(messagesOf(PersonName, 'x'.repeat(81))).toEqual([MESSAGES.maxLength(80)])
    expect(messagesOf(PersonName, '=NOW()')).toEqual([MESSAGES.nameStart])
  })
})

describe('mail addresses', () => {
  test.each([
    [' Mia.Muster@Example.ORG ', 'Mia.Muster@example.org'],
    ["o'neil+kita@mail.example.org", "o'neil+kita@mail.example.org"],
    ['info@schön.de', 'info@schön.de'],
    [`${'a'.repeat(64)}@example.org`, `${'a'.repeat(64)}@example.org`],
  ])('%j is stored as %j', (typed, stored) => {
    expect(Email.parse(typed)).toBe(stored)
  })

  test.each([
    'mia',
    'mia@',
    'mia@example',
    '@example.org',
    'a..b@example.org',
    '.a@example.org',
    'a b@example.org',
    'a@b@example.org',
    'a@example.org\nBcc: b@example.org',
    'a@-example.org',
    `${'a'.repeat(65)}@example.org`,
  ])('%j is none', (typed) => {
    expect(messagesOf(Email, typed)).toEqual([MESSAGES.email])
  })

  test('255 characters are too long', () => {
    expect(messagesOf(Email, `${'a'.repeat(60)}@${'b.'.repeat(95)}org`)).toBeUndefined()
    expect(messagesOf(Email, `${'a'.repeat(60)}@${'b.'.repeat(96)}ororg`)).toEqual([MESSAGES.maxLength(254)])
  })
})

describe('texts', () => {
  test('an optional one that is missing, empty or blank is null', () => {
    const form = z.object({ line: OptionalText(5), lines: MultilineText(9) })
    for (const input of [{}, { line: '', lines: '' }, { line: ' ', lines: ' \n ' }, { line: null, lines: null }]) {
      expect(form.parse(input)).toEqual({ line: null, lines: null })
    }
  })

  test('lines keep their breaks, a line does not', () => {
    expect(Lines(20).parse(' a  \r\nb\rc ')).toBe('a\nb\nc')
    expect(Text(20).parse(' a \r\n b ')).toBe('a b')
  })

  test('cleaning twice changes nothing more', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(...'a \u200b\u0000\t\r\nü\u0308\u202e') }),
        (text) => cleanLine(cleanLine(text)) === cleanLine(text),
      ),
    )
  })

  test('cleaning twice changes nothing more in any building block, whatever is between the letters', () => {
    const signs = 'ai \u200b\u200c\u200d\u200e\u0308\u202e\ufeff\ufe0f\nعیශ්ර\u064bʼ´`\u1fef\u0340👩🏫\ud800'
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...signs) }), (text) => {
        for (const block of [Text(900), Lines(900), PersonName]) {
          const once = block.safeParse(text)
          if (once.success) expect(block.parse(once.data)).toBe(once.data)
        }
      }),
      { numRuns: 2000 },
    )
  })

  test('a joiner whose neighbour changes when marks are reordered is checked against the new neighbour', () => {
    const typed = '\u0308\u200d\u0dca\u200d\u0dc1'
    expect(cleanLine(typed)).toBe('\u0dca\u0308\u0dc1')
    expect(cleanLine(cleanLine(typed))).toBe(cleanLine(typed))
  })
})

describe('days, zips, phone numbers', () => {
  test.each<[string, z.ZodType, string, boolean]>([
    ['leap day', IsoDate, '2024-02-29', true],
    ['no leap day', IsoDate, '2025-02-29', false],
    ['before 1900', IsoDate, '1899-12-31', false],
    ['year 0', IsoDate, '0000-01-01', false],
    ['lowest zip', Zip, '01001', true],
    ['below', Zip, '01000', false],
    ['highest zip', Zip, '99998', true],
    ['above', Zip, '99999', false],
    ['four digits', Zip, '1599', false],
    ['another country', Zip, 'A-15999', false],
    ['seven digits with a slash', Phone, '030/1234', true],
    ['with country', Phone, '+49 (0)331 / 123-45', true],
    ['with 00', Phone, '0049 331 12345', true],
    ['five digits', Phone, '12345', false],
    ['six digits', Phone, '123456', true],
    ['letters', Phone, '0331 abcdef', false],
  ])('%s', (...[, schema, input, isGood]) => {
    expect(schema.safeParse(input).success).toBe(isGood)
  })

  test('a phone number is refused with what is wrong: a sign it cannot have, or too few digits', () => {
    expect(messagesOf(Phone, '0171-555 12 34x')).toEqual([PHONE_MESSAGES.signs])
    expect(messagesOf(Phone, '030+23125')).toEqual([PHONE_MESSAGES.signs])
    expect(messagesOf(Phone, '12345')).toEqual([PHONE_MESSAGES.digits])
  })
})

describe('queries', () => {
  test('ids are positive whole numbers', () => {
    expect(IdParam.parse({ id: '5' })).toEqual({ id: 5 })
    for (const id of ['0', '-1', '1.5', 'x', '', '9'.repeat(30)]) expect(IdParam.safeParse({ id }).success).toBe(false)
  })

  test('several values come as list, with commas or alone', () => {
    const schema = Several(z.coerce.number())
    expect(schema.parse(['1', '2'])).toEqual([1, 2])
    expect(schema.parse('1,2')).toEqual([1, 2])
    expect(schema.parse(1)).toEqual([1])
  })

  test('switches', () => {
    expect(['true', '1', true, 'false', '0', false].map((value) => QueryFlag.parse(value))).toEqual([
      true,
      true,
      true,
      false,
      false,
      false,
    ])
  })

  test('sorting takes known keys only, a minus turns it round', () => {
    const sort = Sort(['name', 'age'], 'name')
    expect(sort.parse(undefined)).toBe('name')
    expect(sortTerms(sort.parse('-age,name'))).toEqual([
      { key: 'age', isDescending: true },
      { key: 'name', isDescending: false },
    ])
    expect(sort.safeParse('password').success).toBe(false)
  })
})

test('a domain written in full width is the same domain', () => {
  expect(Email.parse('opfer@ｖictim.example')).toBe('opfer@victim.example')
})

test.each(['\u3164', '\u2800\u2060', '\u115f\u1160'])('a name that nobody can see is no name', (name) => {
  expect(PersonName.safeParse(name).success).toBe(false)
})

test.each([
  ['lastname,-created_at', true],
  ['lastname,lastname', false],
  ['lastname,-lastname', false],
  ['lastname,created_at,number', false],
  ['nobody', false],
])('the order %s is accepted: %s', (sort, isTaken) => {
  expect(Sort(['lastname', 'created_at', 'number'], 'lastname').safeParse(sort).success).toBe(isTaken)
})

test('lines lose the blanks at their ends', () => {
  expect(MultilineText(2000).parse('eins  \n zwei\t\n\n')).toBe('eins\n zwei')
})

test.each([' 15 999 ', 'D-15999', 'D 15 999', 'de-15999', 'D15999', '15.999'])('the zip %j is 15999', (typed) => {
  expect(Zip.parse(typed)).toBe('15999')
})
