import { describe, expect, test } from 'vitest'
import { answerSections, storedSections } from './registrations.answers.ts'
import { FOW, FSW, fill, REGULAR, SECONDARY } from './registrations.sample.test-data.ts'

const JOINT = fill(REGULAR, { 'meta.custody': 'joint', 'meta.joint_consent_declared': true })

const rowsOf = (sections: ReturnType<typeof answerSections>) => sections.flatMap(({ rows }) => rows)
const textAt = (sections: ReturnType<typeof answerSections>, key: string) =>
  rowsOf(sections).find((row) => row.key === key)?.text

describe('an exception', () => {
  test.each([
    ['meta.no_kita', REGULAR, FSW],
    ['meta.own_school', SECONDARY, FOW],
    ['meta.second_contact_unreachable', JOINT, FSW],
  ])('such as %s is shown only when it is ticked', (key, form, context) => {
    expect(textAt(answerSections(fill(form, { [key]: false }), context), key)).toBeUndefined()
    expect(textAt(answerSections(fill(form, { [key]: true }), context), key)).toBe('Ja')
  })

  test('is different from a box that answers a question', () => {
    const form = fill(REGULAR, { 'meta.talk_support_requested': false })
    expect(textAt(answerSections(form, FSW), 'meta.talk_support_requested')).toBe('Nein')
  })
})

test('staff read the same questions as a family, with their own labels', () => {
  const form = fill(JOINT, { 'meta.no_kita': true })
  const { mode: _mode, ...facts } = FSW
  const read = rowsOf(storedSections({ answers: form, form: facts, source: 'web' }))
  const labels = Object.fromEntries(read.map(({ key, label }) => [key, label]))
  expect(labels['meta.no_kita']).toBe('Das Kind besucht keine Kita')
  expect(labels['meta.joint_consent_declared']).toBe('Zustimmung der zweiten Person erklärt')
  expect(read.filter(({ label }) => /\b(mein|wir|uns)\b/i.test(label))).toEqual([])
  const family = rowsOf(answerSections(form, FSW))
  expect(family.find(({ key }) => key === 'meta.no_kita')?.label).toBe('Mein Kind besucht keine Kita')
  expect(read.map(({ key }) => key)).toEqual(family.map(({ key }) => key))
})
