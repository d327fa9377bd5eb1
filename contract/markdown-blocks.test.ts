import { describe, expect, it } from 'vitest'
import { headingAnchors, parseMarkdown } from './markdown-blocks.ts'

const LENGTH = 50_000
const hostile = [
  '*',
  '**a ',
  '*a **b',
  '[',
  '[a](',
  '![a](',
  '[a](https://',
  '](',
  '\\',
  '- ',
  '1. ',
  '#',
  '\n',
  '*a\n',
  '**[a](',
  ' \u2028',
]

describe('parseMarkdown', () => {
  it.each(hostile)('reads %j over and over in no time', (part) => {
    const text = part.repeat(Math.ceil(LENGTH / part.length))
    // The fastest of several runs, because other work on the machine must not count.
    let best = Number.POSITIVE_INFINITY
    for (let run = 0; run < 30 && best >= 50; run += 1) {
      const start = performance.now()
      parseMarkdown(text)
      best = Math.min(best, performance.now() - start)
    }
    expect(best).toBeLessThan(50)
  })

  it('names an anchor for each heading', () => {
    expect(headingAnchors(parseMarkdown('## Wer *wir* sind\n\nText\n\n### Teil'))).toEqual([
      { level: 2, text: 'Wer wir sind', anchor: 'abschnitt-1' },
      { level: 3, text: 'Teil', anchor: 'abschnitt-2' },
    ])
  })
})
