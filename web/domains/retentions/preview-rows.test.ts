import { expect, test } from 'vitest'
import type { PeoplePreview } from '#contract/retentions/retentions.preview.ts'
import type { RetentionPreview } from '#contract/retentions/retentions.ts'
import { memberText } from './PupilClockWidget.tsx'
import { countDue, dueLines, figuresOfKind, heldLines, joinFigures, kindOptions, soonestFirst } from './preview-rows.ts'

const application = {
  registration_id: 3,
  number: 'FSW-2027-0003',
  child_firstname: 'Ida',
  child_lastname: 'Kern',
  desired_grade: 1,
  school_year: '2027/2028',
  status: 'rejected',
  is_binned: false,
} as const
const applications: RetentionPreview = {
  figures: [{ kind: 'registration', rule: 'rejected', count: 1, first: '2026-11-29' }],
  held_figures: [{ kind: 'registration', count: 1 }],
  due: [{ ...application, reason: 'rejected', action: 'delete', due_on: '2026-11-29' }],
  held: [{ ...application, is_binned: true, hold: { reason: 'Klage', until: '2027-02-01', by: null } }],
}
const people: PeoplePreview = {
  figures: [
    { kind: 'pupil', rule: 'contacts', count: 10_002, first: '2026-11-25' },
    { kind: 'consent', rule: 'consent_proof', count: 1, first: '2027-01-01' },
    { kind: 'sicknote', rule: 'sicknote_report', count: 12, first: '2026-11-21' },
  ],
  held_figures: [{ kind: 'employee', count: 1 }],
  sicknotes: [{ rule: 'sicknote_report', due_on: '2026-11-21', count: 12 }],
  due: [
    {
      subject: 'pupil',
      id: 5,
      name: 'Lenz, Mia',
      ended_on: '2025-07-23',
      reason: 'contacts',
      action: 'reduce',
      due_on: '2026-11-25',
    },
    {
      subject: 'consent',
      id: 6,
      name: 'Roth, Ben',
      ended_on: '2023-02-01',
      reason: 'consent_proof',
      action: 'delete',
      due_on: '2027-01-01',
    },
    {
      subject: 'pupil',
      id: 7,
      name: 'Vogt, Ole',
      ended_on: '2025-07-23',
      reason: 'contacts',
      action: 'reduce',
      due_on: '2026-11-30',
    },
  ],
  held: [
    {
      subject: 'employee',
      id: 8,
      name: 'Zorn, Eva',
      ended_on: '2026-05-01',
      hold: { reason: 'Zeugnis', until: '2026-12-01', by: null },
    },
  ],
}

test('applications and people stand in one list, the soonest first, each with its page and what can hold it', () => {
  expect(
    dueLines(applications, people).map(({ name, path, record, about }) => [name, path, record?.subject, about]),
  ).toEqual([
    ['Lenz, Mia', '/admin/schueler/5', 'pupil', 'Abgang am 23.07.2025'],
    ['Kern, Ida', '/admin/bewerbungen/details/3', 'registration', 'FSW-2027-0003, Klassenstufe 1, 2027/2028'],
    ['Vogt, Ole', '/admin/schueler/7', 'pupil', 'Abgang am 23.07.2025'],
    ['Roth, Ben', '/admin/schueler/6', undefined, 'widerrufen am 01.02.2023'],
  ])
})

test('what is on hold is sorted by its end; an application in the bin has no page', () => {
  expect(heldLines(applications, people).map(({ name, path }) => [name, path])).toEqual([
    ['Zorn, Eva', '/admin/mitarbeiter/8'],
    ['Kern, Ida', undefined],
  ])
})

test('the filter offers each kind with what goes, however many lines came, and a kind that is only on hold', () => {
  const all = joinFigures(applications, people)
  expect(kindOptions(all).map(({ label, count }) => [label, count])).toEqual([
    ['Bewerbungen', 1],
    ['SuS', 10_002],
    ['Mitarbeitende', 0],
    ['Einwilligungen', 1],
    ['Krankmeldungen', 12],
  ])
  expect(countDue(all.figures)).toBe(10_016)
  expect(figuresOfKind(all, 'pupil').figures.map(({ rule }) => rule)).toEqual(['contacts'])
})

test('what goes next comes first, what is only asked about last', () => {
  const asked = { kind: 'registration', rule: 'ask', count: 1, first: '2026-09-01' } as const
  const { figures } = joinFigures({ figures: [asked], held_figures: [] }, applications, people)
  expect(soonestFirst(figures, '2026-11-26').map(({ rule }) => rule)).toEqual([
    ...['contacts', 'sicknote_report', 'rejected', 'consent_proof', 'ask'],
  ])
})

test('whoever may see only one of the two gets lines of that one', () => {
  expect(dueLines(undefined, people)).toHaveLength(3)
  expect(heldLines(applications, undefined)).toHaveLength(1)
})

test.each([
  [{ due_on: '2028-07-31', last_child: null }, 'wird am 31.07.2028 gelöscht.'],
  [{ due_on: '2028-07-31', last_child: 'Mia Lenz' }, 'wird am 31.07.2028 gelöscht, mit dem letzten Kind (Mia Lenz).'],
  [{ due_on: null, last_child: 'Mia Lenz' }, 'geht mit dem letzten Kind (Mia Lenz).'],
  [{ due_on: null, last_child: null }, 'geht mit den Kontakten des Kindes.'],
])('somebody of the family with %o %s', (clock, text) => {
  expect(memberText(clock)).toBe(text)
})
