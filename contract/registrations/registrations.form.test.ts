import { describe, expect, test } from 'vitest'
import { answerAt, withAnswer } from '#contract/dotted-keys.ts'
import { RegistrationSettings } from '#contract/schools/schools.facts.ts'
import { type FormContext, formatOf, formKeys, RegistrationForm } from './registrations.form.ts'
import { registrationSteps } from './registrations.steps.ts'

const contextOf = (variant: FormContext['variant']): FormContext => ({
  variant,
  mode: 'public',
  today: '2026-11-20',
  schoolyears: [],
  grades: [],
  schools: [],
  summer_breaks: [],
  settings: RegistrationSettings.parse({ show_afterschool_care: true }),
})

const askedKeys = (variant: FormContext['variant']) =>
  registrationSteps(contextOf(variant)).flatMap(({ fields }) =>
    fields.flatMap((field) => [field.key, ...(field.items ?? []).map((item) => `${field.key}.0.${item.key}`)]),
  )
const ASKED = new Set([...askedKeys('primary'), ...askedKeys('secondary_1')])

test('no question about photos, religion, nationality or language of origin (DP-10, domain §0.4)', () => {
  const forbidden = /photo|foto|bild|religion|nationality|language_of_origin|diagnos|vaccin|impf|mother_tongue/i
  expect([...ASKED, ...formKeys()].filter((key) => forbidden.test(key))).toEqual([])
})

test('every question has a format, and every stored answer a question', () => {
  for (const key of ASKED) expect(() => formatOf(key)).not.toThrow()
  const levels = ['meta', 'contacts']
  expect(formKeys().filter((key) => !ASKED.has(key) && !levels.includes(key))).toEqual([])
})

test('labels are unique within their group', () => {
  for (const variant of ['primary', 'secondary_1'] as const) {
    for (const step of registrationSteps(contextOf(variant))) {
      const labels = step.fields.map(({ group, label }) => `${group ?? ''}/${label}`)
      expect(new Set(labels).size).toBe(labels.length)
    }
  }
})

describe('the steps of domain §2.1 and §2.2', () => {
  const titles = (context: FormContext) => registrationSteps(context).map(({ title }) => title)

  test('fsw', () => {
    expect(titles(contextOf('primary'))).toEqual([
      'Platz',
      'Kind',
      'Bisher',
      'Familie',
      'Betreuung',
      'Gespräch',
      'Prüfen',
    ])
  })

  test('fow has Schulweg und Ganztag instead, fsw without Hort nothing there', () => {
    expect(titles(contextOf('secondary_1'))[4]).toBe('Schulweg und Ganztag')
    const { settings } = contextOf('primary')
    const withoutCare = { ...contextOf('primary'), settings: { ...settings, show_afterschool_care: false } }
    expect(titles(withoutCare)).not.toContain('Betreuung')
  })

  test('staff read no label that speaks as the family', () => {
    for (const variant of ['primary', 'secondary_1'] as const) {
      const labels = registrationSteps({ ...contextOf(variant), mode: 'staff' }).flatMap((step) =>
        step.fields.filter(({ kind }) => kind !== 'confirm'),
      )
      expect(labels.map(({ label }) => label).filter((label) => /\b(mein|wir|ich|für uns)\b/i.test(label))).toEqual([])
    }
  })

  test('staff confirm nothing', () => {
    expect(titles({ ...contextOf('primary'), mode: 'staff' })).not.toContain('Prüfen')
  })

  test('no grades, reports or recommendations are asked at fow', () => {
    expect([...askedKeys('secondary_1')].filter((key) => /report|recommendation|zeugnis|noten/.test(key))).toEqual([])
  })
})

test('unknown keys are dropped (DP-02)', () => {
  const form = { school_year_id: 1, religion: 'x', meta: { nationality: 'x', child_firstname: 'Mia' }, contacts: [] }
  expect(RegistrationForm.parse(form)).toEqual({
    school_year_id: 1,
    meta: { child_firstname: 'Mia' },
    contacts: [],
  })
})

test('answers are read and written by dotted keys without touching the old form', () => {
  const form = { meta: { child_firstname: 'Mia' }, contacts: [] as { mail: string }[] }
  const changed = withAnswer(withAnswer(form, 'contacts.0.mail', 'a@example.org'), 'meta.child_firstname', 'Lea')
  expect(changed).toEqual({ meta: { child_firstname: 'Lea' }, contacts: [{ mail: 'a@example.org' }] })
  expect(form).toEqual({ meta: { child_firstname: 'Mia' }, contacts: [] })
  expect(answerAt(changed, 'contacts.0.mail')).toBe('a@example.org')
  expect(answerAt(changed, 'contacts.1.mail')).toBeUndefined()
})
