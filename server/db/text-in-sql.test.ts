import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { searchFold } from '#contract/search-fold.ts'
import { comparePersonNames, compareTexts } from '#contract/text-order.ts'
import { makeTestDatabase, type TestDatabase } from '#server/test/test-database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await makeTestDatabase()
})
afterAll(() => database.drop())

const NAMES = [
  'Müller',
  'Mueller',
  'Muller',
  'Mülle',
  'müller',
  'MÜLLER',
  'Öztürk',
  'Ozturk',
  'Oeztuerk',
  'Weiß',
  'Weiss',
  'Weis',
  'Straße',
  'Strasse',
  'STRASSE',
  'ẞ',
  'Łukasz',
  'Lukasz',
  'Yılmaz',
  'Yilmaz',
  'İlhan',
  'Ilhan',
  'Ødegård',
  'Ångström',
  'Åse',
  'Aase',
  'Đorđević',
  'Guðrún',
  'Þór',
  'Æsa',
  'Œuvre',
  'Nguyễn',
  'Nguyen',
  'Zoë',
  'Zoe',
  'Chloé',
  "D'Angelo",
  'O’Neil',
  "O'Neil",
  'ONeil',
  'Anna-Lena',
  'Anna Lena',
  'AnnaLena',
  'von Berg',
  'von der Aue',
  'Berg',
  'de la Cruz',
  'Иван',
  'Άννα',
  '李',
  'عمر',
  'Klasse 2',
  'Klasse 10',
  'Klasse 1',
  '5a',
  '10b',
  '5 Füchse',
  'FSW-2027-0042',
  'FSW-2027-0142',
  'ﬁn',
  'Ⅷ',
  'K',
  'Ǆ',
  'a\u0308',
  'ä',
  '',
  ' ',
  '-',
  'a b',
  'ab',
  'a-b',
]

/** The results of PostgreSQL for these texts, in their order. */
const inSql = async (sql: string, texts: readonly string[]) => {
  const { rows } = await database.pool.query<{ text: string }>(sql, [texts])
  return rows.map(({ text }) => text)
}

const FOLDED = 'select search_fold(t) as text from unnest($1::text[]) with ordinality as x (t, n) order by n'

test('search_fold says of nasty names what searchFold says', async () => {
  expect(await inSql(FOLDED, NAMES)).toEqual(NAMES.map(searchFold))
})

// Letters of the scripts that people's names are written in. Letters that Unicode adds later may differ between two
// programs.
const LETTER = fc.oneof(
  fc.integer({ min: 0x20, max: 0x24f }),
  fc.integer({ min: 0x300, max: 0x36f }),
  fc.integer({ min: 0x370, max: 0x3ff }),
  fc.integer({ min: 0x400, max: 0x4ff }),
  fc.integer({ min: 0x1e00, max: 0x1eff }),
  fc.integer({ min: 0xfb00, max: 0xfb06 }),
)
const NAME = fc.array(LETTER, { maxLength: 12 }).map((codes) => String.fromCodePoint(...codes))

test('search_fold equals searchFold whatever a name is made of', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(NAME, { minLength: 1, maxLength: 200 }), async (names) => {
      expect(await inSql(FOLDED, names)).toEqual(names.map(searchFold))
    }),
    { numRuns: 40 },
  )
})

const sorted = (collation: string, texts: readonly string[]) =>
  inSql(
    `select t as text from unnest($1::text[]) with ordinality as x (t, n) order by t collate ${collation}, n`,
    texts,
  )

test.each([
  ['person_name', comparePersonNames],
  ['german', compareTexts],
] as const)('the collation %s sorts like the browser', async (collation, compare) => {
  expect(await sorted(collation, NAMES)).toEqual(NAMES.toSorted(compare))
})

test('names sort like the browser whatever they are made of', async () => {
  const word = fc.string({ unit: fc.constantFrom(..."aäbcdeimoöszßuüAÄÖÜé -'09"), maxLength: 6 })
  await fc.assert(
    fc.asyncProperty(fc.array(word, { minLength: 2, maxLength: 60 }), async (words) => {
      expect(await sorted('person_name', words)).toEqual(words.toSorted(comparePersonNames))
      expect(await sorted('german', words)).toEqual(words.toSorted(compareTexts))
    }),
    { numRuns: 40 },
  )
})
