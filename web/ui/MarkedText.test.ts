import { describe, expect, it } from 'vitest'
import { markedParts } from './MarkedText.tsx'

const marked = (text: string, search: string) =>
  markedParts(text, search)
    .map(({ part, isHit }) => (isHit ? `[${part}]` : part))
    .join('')

describe('what a search marks', () => {
  it.each([
    ['Müller, Mia', 'mueller', '[Müller], Mia'],
    ['Zwirnbuaek, Ida', 'zwirnbuae', '[Zwirnbuae]k, Ida'],
    ['Mueller, Mia', 'mü', '[Mue]ller, Mia'],
    ['Mueller, Mia', 'müll', '[Muell]er, Mia'],
    ['Müller, Mia', 'mia mul', '[Mül]ler, [Mia]'],
    ['Groß, Anna', 'gross', '[Groß], Anna'],
    ['von der Leyen, Ben', 'ley', 'von der [Ley]en, Ben'],
    ['Al-Ahmad, Omar', 'ahm', 'Al-[Ahm]ad, Omar'],
    ["O'Neil, Finn", 'oneil', "[O'Neil], Finn"],
    ['FSW-2027-0042', '0042', 'FSW-2027-[0042]'],
    ['Schmidt, Ella', 'midt', 'Schmidt, Ella'],
    ['Nguyễn, Linh', 'nguyen', '[Nguyễn], Linh'],
  ])('%s for "%s" is %s', (text, search, expected) => {
    expect(marked(text, search)).toBe(expected)
  })

  it('keeps the text as it is', () => {
    const text = 'Łukasz Ağaoğlu 😀 – ß'
    expect(
      markedParts(text, 'l a s')
        .map(({ part }) => part)
        .join(''),
    ).toBe(text)
  })
})
