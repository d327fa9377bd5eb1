import { expect, test } from 'vitest'
import { COUNTRIES, countryName } from './countries.ts'
import { LANGUAGES, languageName } from './languages.ts'
import { CountryCode, LanguageCode } from './pupils/pupils.fields.ts'

test('each country is listed once, with two well-formed codes and a German name', () => {
  for (const place of [0, 1] as const) expect(new Set(COUNTRIES.map((one) => one[place])).size).toBe(COUNTRIES.length)
  for (const [two, three] of COUNTRIES) {
    expect(two).toMatch(/^[A-Z]{2}$/)
    expect(CountryCode.safeParse(three).success, three).toBe(true)
    expect(countryName(three), three).toBe(countryName(two))
    expect(countryName(three)).not.toBe(two)
  }
})

test.each([
  ['DEU', 'Deutschland'],
  ['CHE', 'Schweiz'],
  ['CHN', 'China'],
  ['PRT', 'Portugal'],
  ['PRK', 'Nordkorea'],
  ['UKR', 'Ukraine'],
  ['XKX', 'Kosovo'],
  ['AT', 'Österreich'],
  ['Preußen', 'Preußen'],
  ['ZZZ', 'ZZZ'],
])('%s is %s', (code, name) => expect(countryName(code)).toBe(name))

test('each language is listed once and has a German name', () => {
  expect(new Set(LANGUAGES).size).toBe(LANGUAGES.length)
  for (const code of LANGUAGES) {
    expect(LanguageCode.safeParse(code).success, code).toBe(true)
    expect(languageName(code), code).not.toBe(code)
  }
  expect(languageName('uk')).toBe('Ukrainisch')
  expect(languageName('Plattdeutsch')).toBe('Plattdeutsch')
})
