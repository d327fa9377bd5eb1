import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { changedLines, diffTexts } from './text-changes.ts'

const without = (kind: 'removed' | 'added', changes: ReturnType<typeof diffTexts>) =>
  changes.filter((change) => change.kind !== kind).map(({ text }) => text)

describe('diffTexts', () => {
  it('holds both texts, whatever they are', () => {
    const texts = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 12 })
    fc.assert(
      fc.property(texts, texts, (before, after) => {
        const changes = diffTexts(before, after)
        expect(without('added', changes)).toEqual(before)
        expect(without('removed', changes)).toEqual(after)
      }),
    )
  })

  it('answers also for texts that are too long for an exact answer', () => {
    const before = Array.from({ length: 1000 }, (_, at) => `a${at}`)
    const after = Array.from({ length: 1000 }, (_, at) => `b${at}`)
    expect(diffTexts(['x', ...before], ['x', ...after])).toHaveLength(2001)
  })
})

describe('changedLines', () => {
  it('names only the lines that differ, word by word', () => {
    expect(changedLines('## A\n\nTelefon: 1234\n\nEnde', '## A\n\nTelefon: 5678\n\nNeu\n\nEnde')).toEqual([
      [
        { kind: 'same', text: 'Telefon: ' },
        { kind: 'removed', text: '1234' },
        { kind: 'added', text: '5678' },
      ],
      [{ kind: 'added', text: 'Neu' }],
    ])
  })

  it('shows lines that have little in common whole', () => {
    expect(changedLines('Alter Satz hier', 'Ganz neue Zeile')).toEqual([
      [{ kind: 'removed', text: 'Alter Satz hier' }],
      [{ kind: 'added', text: 'Ganz neue Zeile' }],
    ])
  })

  it('joins words that went and words that came', () => {
    expect(changedLines('Wir sind gern für Sie alle da', 'Wir sind nie mehr für Sie alle da')).toEqual([
      [
        { kind: 'same', text: 'Wir sind ' },
        { kind: 'removed', text: 'gern ' },
        { kind: 'added', text: 'nie mehr ' },
        { kind: 'same', text: 'für Sie alle da' },
      ],
    ])
  })

  it('finds nothing where nothing changed', () => {
    expect(changedLines('a\n\nb', 'a\nb')).toEqual([])
  })
})
