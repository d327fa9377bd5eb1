import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { birthdatesAlike, compareChildren, isOneSlipApart, normaliseGivenName, normaliseName } from './duplicates.ts'

/** "Mia Müller 2019-05-03": one given name, the last word is the birth date, the rest the last name. */
const child = (text: string) => {
  const words = text.split(' ')
  return { firstname: words[0] ?? '', lastname: words.slice(1, -1).join(' '), birthdate: words.at(-1) ?? '' }
}

describe('normalised names (domain §3.3)', () => {
  test.each([
    ['Müller', 'mueller', 'muller'],
    ['GROẞ', 'gross', 'gross'],
    ['Łukasz', 'lukasz', 'lukasz'],
    ['Øster', 'oster', 'oster'],
    ['Đorđe', 'dorde', 'dorde'],
    ['Sigurður', 'sigurdur', 'sigurdur'],
    ['Næss', 'naess', 'naess'],
    ['Cœur', 'coeur', 'coeur'],
    ['Þór', 'thor', 'thor'],
    ['Yılmaz', 'yilmaz', 'yilmaz'],
    ['İpek', 'ipek', 'ipek'],
    ['Nguyễn', 'nguyen', 'nguyen'],
    ['O’Neil', 'oneil', 'oneil'],
    ['Schmidt-Rot', 'schmidtrot', 'schmidtrot'],
    ['Mu\u0308ller', 'mueller', 'muller'],
    ['Шевченко', 'шевченко', 'шевченко'],
  ])('%s is %s, in the second folding %s', (name, long, short) => {
    expect(normaliseName(name)).toBe(long)
    expect(normaliseName(name, 'short')).toBe(short)
  })

  test.each([
    ['Anna-Lena', 'anna'],
    ['Anna Lena', 'anna'],
    ['  Jörg ', 'joerg'],
    ['Ольга Іванівна', 'ольга'],
  ])('of the given names %s only %s counts', (name, expected) => {
    expect(normaliseGivenName(name)).toBe(expected)
  })
})

describe('exact hits', () => {
  test.each([
    ['the same', 'Mia Müller 2019-05-03', 'Mia Müller 2019-05-03'],
    ['ü and ue', 'Mia Müller 2019-05-03', 'mia MUELLER 2019-05-03'],
    ['first of two given names', 'Anna-Lena Groß 2019-05-03', 'Anna Gross 2019-05-03'],
    ['apostrophes', "Liam O'Neil 2019-05-03", 'Liam O’Neil 2019-05-03'],
    ['Cyrillic', 'Ольга Шевченко 2019-05-03', 'ольга Шевченко 2019-05-03'],
  ])('%s', (_title, a, b) => {
    expect(compareChildren(child(a), child(b))).toBe('exact')
  })
})

describe('likely hits', () => {
  test.each([
    ['second folding', 'Can Öztürk 2019-05-03', 'Can Ozturk 2019-05-03'],
    ['part of a double name', 'Mia Müller-Schmidt 2019-05-03', 'Mia Schmidt 2019-05-03'],
    ['part of two double names', 'Mia Rot-Blau 2019-05-03', 'Mia Grün Blau 2019-05-03'],
    ['swapped names', 'Paul Anton 2019-05-03', 'Anton Paul 2019-05-03'],
    ['swapped with a double name', 'Mia Groß-Rot 2019-05-03', 'Groß-Rot Mia 2019-05-03'],
    ['one letter other in the last name', 'Mia Meier 2019-05-03', 'Mia Meyer 2019-05-03'],
    ['one letter more in the last name', 'Mia Muller 2019-05-03', 'Mia Mueller 2019-05-03'],
    ['neighbours exchanged in the first name', 'Mairo Rot 2019-05-03', 'Mario Rot 2019-05-03'],
    ['four letters', 'Jana Rot 2019-05-03', 'Jane Rot 2019-05-03'],
    ['birth date with one other digit', 'Mia Rot 2019-05-03', 'Mia Rot 2019-05-08'],
    ['birth year with one other digit', 'Mia Rot 2019-05-03', 'Mia Rot 2018-05-03'],
    ['day and month swapped', 'Mia Rot 2019-05-03', 'Mia Rot 2019-03-05'],
  ])('%s', (_title, a, b) => {
    expect(compareChildren(child(a), child(b))).toBe('likely')
    expect(compareChildren(child(b), child(a))).toBe('likely')
  })
})

describe('no hits', () => {
  test.each([
    ['twins', 'Mia Müller 2019-05-03', 'Lea Müller 2019-05-03'],
    ['twins whose short names are one letter apart', 'Mia Müller 2019-05-03', 'Lia Müller 2019-05-03'],
    ['three letters against four', 'Ana Müller 2019-05-03', 'Anna Müller 2019-05-03'],
    ['the same name, other day in two digits', 'Mia Rot 2019-05-03', 'Mia Rot 2019-06-04'],
    ['one other digit in date and a slip in the name', 'Mia Meier 2019-05-03', 'Mia Meyer 2019-05-04'],
    ['swapped names and another date', 'Paul Anton 2019-05-03', 'Anton Paul 2019-05-04'],
    ['part of a double name and another date', 'Mia Rot-Blau 2019-05-03', 'Mia Blau 2019-05-04'],
    ['only the word in front in common', 'Mia von Berg 2019-05-03', 'Mia von Stein 2019-05-03'],
    ['two letters other', 'Mia Maier 2019-05-03', 'Mia Meyer 2019-05-03'],
    ['a slip in both names', 'Jana Meier 2019-05-03', 'Jane Meyer 2019-05-03'],
    ['same day, other child', 'Mia Müller 2019-05-03', 'Ben Schulz 2019-05-03'],
  ])('%s', (_title, a, b) => {
    expect(compareChildren(child(a), child(b))).toBeNull()
    expect(compareChildren(child(b), child(a))).toBeNull()
  })
})

describe('laws', () => {
  const name = fc.string({ unit: fc.constantFrom(...'aäbcöoüuemrsß- '), minLength: 1, maxLength: 8 })
  const birthdate = fc.constantFrom('2019-05-03', '2019-03-05', '2019-05-04', '2018-11-30')
  const children = fc.record({ firstname: name, lastname: name, birthdate })

  test('the order of the two children does not matter', () => {
    fc.assert(fc.property(children, children, (a, b) => compareChildren(a, b) === compareChildren(b, a)))
  })

  test('every child that the check finds has one of the queried birth dates', () => {
    const days = fc.date({ min: new Date('2000-01-01'), max: new Date('2029-12-31'), noInvalidDate: true })
    const born = fc.oneof(
      birthdate,
      days.map((date) => date.toISOString().slice(0, 10)),
    )
    fc.assert(
      fc.property(name, name, fc.tuple(born, born), (firstname, lastname, [one, other]) => {
        const found = compareChildren(
          { firstname, lastname, birthdate: one },
          { firstname, lastname, birthdate: other },
        )
        return found === null || birthdatesAlike(one).includes(other)
      }),
    )
  })

  test.each([
    ['2019-05-03', '2019-03-05', true],
    ['2019-05-03', '2018-05-03', true],
    ['2019-05-03', '2019-05-13', true],
    ['2019-05-03', '2018-05-04', false],
    ['2019-12-31', '2019-31-12', false],
  ])('%s may be mistaken for %s: %s', (a, b, expected) => {
    expect(birthdatesAlike(a).includes(b)).toBe(expected)
  })

  test('every child is exactly itself', () => {
    fc.assert(fc.property(children, (a) => compareChildren(a, { ...a }) === 'exact'))
  })

  test.each([
    ['', 'a', true],
    ['a', 'a', true],
    ['ab', 'ba', true],
    ['abc', 'cab', false],
    ['abcd', 'abdc', true],
    ['abcd', 'acbd', true],
    ['abcd', 'ab', false],
    ['abcd', 'xbcy', false],
  ])('%s and %s are one slip apart: %s', (a, b, expected) => {
    expect(isOneSlipApart(a, b)).toBe(expected)
    expect(isOneSlipApart(b, a)).toBe(expected)
  })
})
