import { describe, expect, it } from 'vitest'
import type { BaseData } from '#contract/account/account.ts'
import { type Permission, ROLE_PERMISSIONS } from '#contract/permissions.ts'
import { isEntryOf, isHeldBack, offeredEntries } from './drawer-entries.ts'

const baseDataOf = (permissions: readonly Permission[], school: { isActive: boolean } | null): BaseData => ({
  today: '2026-11-20',
  user: { id: 1, name: 'Erika Berg', email: 'erika@example.org', school_id: 1, role: 'schooladmin' },
  labels: {},
  school: school && {
    id: 1,
    short: 'fsw',
    name: 'Freie Schule',
    accent: '#2e7d4f',
    schoolyear: '2026/2027',
    SCHOOL_REGISTRATION_SETTINGS: school,
    SCHOOL_LABELS: { dashboardGreeting: '', pupil_plural: '', guardian: '', class_teacher: '' },
  },
  session: { stays_signed_in: false, lacks_two_factor: false, lacked_way: null, emergency_for: null },
  warnings: [],
  attachedSchools: [],
  permissions: [...permissions],
})

const textsOf = (entries: { text: string }[]) => entries.map(({ text }) => text)

const offered = (permissions: readonly Permission[], school: { isActive: boolean } | null = { isActive: true }) => {
  const { daily, administration, privacy, last } = offeredEntries(baseDataOf(permissions, school), () => true)
  return {
    daily: textsOf(daily),
    administration: textsOf(administration),
    privacy: textsOf(privacy),
    last: textsOf(last),
  }
}

const CHILDREN = 'Schülerinnen und Schüler'

const MANAGED = [
  'Schulen',
  'Schuljahre',
  'Klassenstufen',
  'Klassen',
  CHILDREN,
  'Mitarbeitende',
  'Rundmails',
  'Postausgang',
]

describe('the side drawer of spec §2', () => {
  it('keeps the order of the specification', () => {
    expect(offered(ROLE_PERMISSIONS.admin)).toEqual({
      daily: ['Start', CHILDREN, 'Klassen', 'Krankmeldungen', 'Bewerbungen', 'Profil'],
      administration: [...MANAGED, 'Systemzustand'],
      privacy: ['Löschvorschau', 'Hinweise', 'Verzeichnis', 'Auftragsverarbeitung'],
      last: ['Benutzer', 'Abmelden'],
    })
    expect(offered(ROLE_PERMISSIONS.schooladmin)).toEqual({
      ...offered(ROLE_PERMISSIONS.admin),
      administration: MANAGED,
      privacy: [
        'Anfragen',
        'Löschvorschau',
        'Einschränkungen',
        'Hinweise',
        'Verzeichnis',
        'Auftragsverarbeitung',
        'Einsichten',
      ],
    })
  })

  it('shows teachers and viewers what they may see', () => {
    const shown = {
      daily: ['Start', CHILDREN, 'Klassen', 'Krankmeldungen', 'Profil'],
      administration: [],
      privacy: [],
      last: ['Abmelden'],
    }
    expect(offered(ROLE_PERMISSIONS.teacher_level_1)).toEqual(shown)
    expect(offered(ROLE_PERMISSIONS.viewer)).toEqual(shown)
  })

  it('shows without a role only what needs no permission', () => {
    expect(offered([])).toEqual({
      daily: ['Start', 'Krankmeldungen', 'Profil'],
      administration: [],
      privacy: [],
      last: ['Abmelden'],
    })
  })

  it.each([
    ['view pupil', CHILDREN],
    ['view attached pupil', CHILDREN],
    ['view schoolclasses', 'Klassen'],
    ['view attached schoolclasses', 'Klassen'],
    ['manage pupil application', 'Bewerbungen'],
  ] as const)('with only %s shows %s', (permission, text) => {
    expect(offered([permission]).daily).toEqual(['Start', text, 'Krankmeldungen', 'Profil'].sort(asInTheDrawer))
  })

  it.each([
    ['manage schoolyear', ['Schulen', 'Schuljahre']],
    ['manage schoolgrade', ['Klassenstufen']],
    ['manage schoolclass', ['Klassen']],
    ['manage pupil', [CHILDREN, 'Rundmails', 'Postausgang']],
    ['manage employee', ['Mitarbeitende']],
  ] as const)('with only %s has a group for it', (permission, texts) => {
    expect(offered([permission])).toMatchObject({ administration: texts, last: ['Abmelden'] })
  })

  it('shows users only to who manages them', () => {
    expect(offered(['manage users']).last).toEqual(['Benutzer', 'Abmelden'])
    expect(offered(['manage user']).last).toEqual(['Abmelden'])
  })

  it('shows applications only while the school uses them', () => {
    expect(offered(['manage pupil application'], { isActive: false }).daily).not.toContain('Bewerbungen')
    expect(offered(['manage pupil application'], null).daily).not.toContain('Bewerbungen')
    const held = baseDataOf(['manage pupil application'], { isActive: false })
    expect(isHeldBack('/admin/bewerbungen', held)).toBe(true)
    expect(isHeldBack('/admin/sus', held)).toBe(false)
  })

  it('offers no page that is not there', () => {
    const head = baseDataOf(ROLE_PERMISSIONS.schooladmin, { isActive: true })
    const { daily, administration, privacy, last } = offeredEntries(head, (path) => path === '/')
    expect([textsOf(daily), administration, privacy, last]).toEqual([['Start'], [], [], []])
  })
})

it.each([
  ['/', '/'],
  ['/admin/klasse/12', '/admin/klassen'],
  ['/admin/klassenstufen', '/admin/klassenstufen'],
  ['/admin/schueler/7', '/admin/sus'],
  ['/admin/schuljahr/2', '/admin/schuljahr'],
  ['/admin/schuljahreswechsel', '/admin/schuljahr'],
  ['/admin/bewerbungen/details/3', '/admin/bewerbungen'],
  ['/createuser', '/user-management'],
  ['/impressum', undefined],
])('%s marks %s in the menu and nothing else', (path, marked) => {
  const head = baseDataOf(ROLE_PERMISSIONS.admin, { isActive: true })
  const entries = Object.values(offeredEntries(head, () => true)).flat()
  const found = new Set(entries.filter((entry) => isEntryOf(entry, path)).map(({ to }) => to))
  expect([...found]).toEqual(marked === undefined ? [] : [marked])
})

const ORDER = ['Start', CHILDREN, 'Klassen', 'Krankmeldungen', 'Bewerbungen', 'Profil']
const asInTheDrawer = (a: string, b: string) => ORDER.indexOf(a) - ORDER.indexOf(b)
