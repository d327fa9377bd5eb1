import { describe, expect, test } from 'vitest'
import { RetentionSettings } from '#contract/schools/schools.settings.ts'
import { PRODUCT_KEYS, type ProcessingFacts, productActivities, productMeasures } from './product-activities.ts'

const NOTHING: ProcessingFacts = {
  periods: { ...RetentionSettings.parse({}), unverified_purge_days: 30 },
  hasRegistrations: false,
  hasParentLinks: false,
  notifiesGuardians: false,
  hasConsents: false,
  sensitiveKinds: [],
  exports: [],
  imports: 0,
  mails: 0,
  mailHost: null,
  digests: 0,
  calendars: 0,
  backupDays: null,
  processors: [],
}

const EVERYTHING: ProcessingFacts = {
  ...NOTHING,
  hasRegistrations: true,
  hasParentLinks: true,
  notifiesGuardians: true,
  hasConsents: true,
  sensitiveKinds: ['Nachteilsausgleich'],
  exports: [{ what: 'SuS (WebUntis)', count: 1200, last_on: '2026-11-20' }],
  imports: 2,
  mails: 1,
  mailHost: 'mail.example.org',
  digests: 1,
  calendars: 3,
  backupDays: 30,
  processors: [
    { name: 'Hosting Muster GmbH', service: 'Server', place: 'Falkenstein', kind: 'hosting' },
    { name: 'Post AG', service: 'Mailserver', place: 'Bonn', kind: 'mail' },
  ],
}

const find = (facts: ProcessingFacts, key: string) => productActivities(facts).find((one) => one.key === key)

describe('the register of the program', () => {
  test('leaves out what the school does not do', () => {
    expect(productActivities(NOTHING).map(({ key }) => key)).toEqual([
      'pupils',
      'absences',
      'employees',
      'accounts',
      'mails',
      'requests',
    ])
  })

  test('has every activity, in its order, for a school that does it all', () => {
    expect(productActivities(EVERYTHING).map(({ key }) => key)).toEqual([...PRODUCT_KEYS])
  })

  test('answers every question of Art. 30 for each activity', () => {
    for (const { key, recipients, retention, ...texts } of productActivities(EVERYTHING)) {
      for (const text of Object.values(texts)) expect([key, text]).toEqual([key, expect.stringMatching(/\S{3}/)])
      expect([key, recipients.length > 0, retention.length > 0]).toEqual([key, true, true])
    }
  })

  test('names exports by what, how often and when, mail server, feeds, backups and who works for the school', () => {
    expect(find(EVERYTHING, 'exports')?.categories).toContain('SuS (WebUntis): 1.200-mal, zuletzt am 20.11.2026')
    expect(find(EVERYTHING, 'mails')?.recipients).toEqual([
      'der Mailserver mail.example.org',
      'Post AG (Mailserver, Bonn) als Auftragsverarbeiter',
      'der Mailanbieter der Empfängerin oder des Empfängers',
    ])
    const absences = find(EVERYTHING, 'absences')?.recipients.join('\n')
    expect(absences).toContain('1 Lehrkraft bekommt morgens eine E-Mail')
    expect(absences).toContain('3 Kalender von Beschäftigten')
    expect(absences).toContain('Hosting Muster GmbH (Server, Falkenstein)')
    expect(find(NOTHING, 'absences')?.recipients.join()).not.toMatch(/Elternlink|E-Mail|Kalender|Hosting/)
    expect(find(EVERYTHING, 'backups')?.retention[0]).toBe('Sicherungen der Nacht: 30 Tage')
    expect(find(EVERYTHING, 'sensitive')?.categories).toContain('Nachteilsausgleich')
  })

  test('takes its periods from the settings', () => {
    const periods = { ...NOTHING.periods, pupil_contact_years: 2, sicknote_comment_days: 1 }
    expect(find({ ...NOTHING, periods }, 'pupils')?.retention[0]).toContain('2 Jahre ab dem Ende des Schuljahrs')
    expect(find({ ...NOTHING, periods }, 'absences')?.retention[0]).toContain('1 Tag ab dem letzten Fehltag')
  })

  test('says in its measures whether the program makes backups', () => {
    expect(productMeasures(EVERYTHING).join()).toContain('jede Nacht, 30 Tage aufbewahrt')
    expect(productMeasures(NOTHING).join()).toContain('keine durch das Programm')
  })
})
