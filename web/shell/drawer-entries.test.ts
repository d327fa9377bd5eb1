import { describe, expect, it } from 'vitest'
import type { BaseData } from '#contract/account.ts'
import { type Permission, ROLE_PERMISSIONS } from '#contract/permissions.ts'
import { offeredEntries } from './drawer-entries.ts'

const baseDataOf = (permissions: readonly Permission[], school: { isActive: boolean } | null): BaseData => ({
  today: '2026-11-20',
  user: { id: 1, name: 'Erika Berg', email: 'erika@example.org', school_id: 1, role: 'schooladmin' },
  labels: {},
  school: school && {
    id: 1,
    short: 'fsw',
    name: 'Freie Schule',
    accent: 'green',
    schoolyear: '2026/2027',
    SCHOOL_REGISTRATION_SETTINGS: school,
    SCHOOL_LABELS: { dashboardGreeting: '', pupil_plural: '', guardian: '', class_teacher: '' },
  },
  session: { stays_signed_in: false, lacks_two_factor: false },
  attachedSchools: [],
  permissions: [...permissions],
})

const texts = (permissions: readonly Permission[], school: { isActive: boolean } | null = { isActive: true }) =>
  offeredEntries(baseDataOf(permissions, school), () => true).map(({ text }) => text)

describe('the side drawer of spec §2', () => {
  it('keeps the order of the specification', () => {
    expect(texts(ROLE_PERMISSIONS.schooladmin)).toEqual([
      'Start',
      'Schülerinnen und Schüler',
      'Bewerbungen',
      'Abmelden',
    ])
  })

  it('shows pupils to who sees all or only attached ones', () => {
    expect(texts(['view pupil'])).toContain('Schülerinnen und Schüler')
    expect(texts(['view attached pupil'])).toContain('Schülerinnen und Schüler')
    expect(texts(['view schoolclasses'])).toEqual(['Start', 'Abmelden'])
  })

  it('shows applications only while the school uses them', () => {
    expect(texts(['manage pupil application'])).toContain('Bewerbungen')
    expect(texts(['manage pupil application'], { isActive: false })).not.toContain('Bewerbungen')
    expect(texts(['manage pupil application'], null)).not.toContain('Bewerbungen')
  })

  it('offers no page that is not there', () => {
    const entries = offeredEntries(baseDataOf(ROLE_PERMISSIONS.schooladmin, { isActive: true }), (path) => path === '/')
    expect(entries.map(({ text }) => text)).toEqual(['Start'])
  })
})
