import { expect, test } from 'vitest'
import { parseChangelog } from '#server/domains/changelog/read-changelog.ts'
import { releaseChangelog, tagText } from './changelog-section.ts'

const HEAD = '# Änderungen\n\nDie neueste Fassung zuerst.\n\n## [Unveröffentlicht]\n'
const CHANGES = '### Neu\n\n- Eine Sache, die über\n  zwei Zeilen geht.\n\n### Behoben\n\n- Ein Fehler.\n'
const OLDER = '## [1.0.0] - 2026-09-01\n\n- Die erste Fassung.\n'

test('the changes get their version and day, and the next ones an empty heading', () => {
  const { markdown } = releaseChangelog(`${HEAD}\n${CHANGES}\n${OLDER}`, '1.1.0', '2026-11-23')
  expect(markdown).toBe(`${HEAD}\n## [1.1.0] - 2026-11-23\n\n${CHANGES}\n${OLDER}`)
  expect(parseChangelog(markdown)).toEqual([
    {
      name: '1.1.0',
      date: '2026-11-23',
      changes: ['Eine Sache, die über zwei Zeilen geht.', 'Behoben: Ein Fehler.'],
    },
    { name: '1.0.0', date: '2026-09-01', changes: ['Die erste Fassung.'] },
  ])
})

test('the first release has nothing below it', () => {
  expect(releaseChangelog(`${HEAD}\n${CHANGES}`, '1.0.0', '2026-11-23').markdown).toBe(
    `${HEAD}\n## [1.0.0] - 2026-11-23\n\n${CHANGES}`,
  )
})

test.each([
  ['nothing', `${HEAD}\n${OLDER}`, 'Nothing stands under'],
  ['only a heading', `${HEAD}\n### Neu\n\n${OLDER}`, 'Nothing stands under'],
  ['a version twice', `${HEAD}\n${CHANGES}\n${OLDER}`, 'already has a section 1.0.0'],
  ['no place for it', OLDER, 'no heading'],
])('%s is refused', (_what, markdown, reason) => {
  expect(() => releaseChangelog(markdown, '1.0.0', '2026-11-23')).toThrow(reason)
})

test('no line of the tag is a comment to Git', () => {
  const { changes } = releaseChangelog(`${HEAD}\n${CHANGES}`, '1.0.0', '2026-11-23')
  const text = tagText('1.0.0', changes)
  expect(text).toMatch(/^Schulhof 1\.0\.0\n\nNeu:\n/)
  expect(text).not.toMatch(/^#/m)
})
