import { RegistrationSettings, SchoolLabels } from '#contract/schools/schools.facts.ts'
import { optinProblems, RetentionSettings, SicknoteSettings } from '#contract/schools/schools.settings.ts'
import { SCHOOL_TEXTS, type School, type SchoolSettings, schoolEndpoints } from '#contract/schools/schools.ts'
import { answer, refuseStale } from '#web/fake-server.test-data.ts'
import { json } from '#web/page.test-data.ts'

/** The server of a test refuses a file with this content: it reads no pictures. */
export const UNREADABLE = 'no picture'

export const SCHOOL: School = {
  id: 1,
  short: 'fsw',
  name: 'Freie Schule',
  official_number: null,
  school_type: 'primary',
  federal_state: 'DE-BB',
  grade_min: 1,
  grade_max: 6,
  entry_grade: 1,
  accent: '#2e7d4f',
  carrier_name: 'Trägerverein',
  street: 'Bergweg',
  house_number: '3',
  zip: '15999',
  city: 'Bergdorf',
  phone: '0331 1234567',
  mail: 'schule@example.org',
  website: null,
  privacy_officer_contact: 'Datenschutz',
  logo: null,
  version: 1,
}

/** A school that remembers its changes as the server does; who is late is refused. */
export const schoolServer = () => {
  let school = SCHOOL
  let settings: SchoolSettings = {
    SCHOOL_REGISTRATION_SETTINGS: { value: RegistrationSettings.parse({ isActive: true }), version: null },
    SCHOOL_LABELS: { value: SchoolLabels.parse({}), version: null },
    SICKNOTE_SETTINGS: { value: SicknoteSettings.parse({}), version: null },
    RETENTION_SETTINGS: { value: RetentionSettings.parse({}), version: null },
    undecided_registrations: 0,
  }
  const done = { message: 'Die Änderungen sind gespeichert.' }
  /** Paths of what was written, in order. */
  const written: string[] = []

  const store = (key: Exclude<keyof SchoolSettings, 'undecided_registrations'>, change: object) => {
    const { value, version } = settings[key]
    settings = { ...settings, [key]: { value: { ...value, ...change }, version: (version ?? 0) + 1 } }
  }

  const answers = [
    answer(schoolEndpoints.list, () => [
      {
        id: 1,
        short: 'fsw',
        name: school.name,
        city: 'Bergdorf',
        federal_state: 'DE-BB' as const,
        grade_min: 1,
        grade_max: 6,
        accent: school.accent,
        is_attached: true,
        is_active_school: true,
      },
    ]),
    answer(schoolEndpoints.get, () => school),
    answer(schoolEndpoints.settings, () => settings),
    answer(schoolEndpoints.formLink, () => ({ url: 'http://localhost/app/fsw', qr_svg: '<svg/>', schoolyears: [] })),
    answer(schoolEndpoints.change, ({ body: { version, ...change } }) => {
      written.push('school')
      if (version !== undefined && version !== school.version) return refuseStale()
      school = { ...school, ...change, version: school.version + 1 } as School
      return done
    }),
    answer(schoolEndpoints.changeSettings, ({ body: { key, value, version } }) => {
      const problems = optinProblems({ ...settings.SCHOOL_REGISTRATION_SETTINGS.value, ...value })
      const errors = Object.entries(problems).map(([field, messages]) => [`value.${field}`, messages])
      if (errors.length > 0) return json(422, { message: '', errors: Object.fromEntries(errors) })
      written.push(key)
      if (version !== undefined && version !== (settings[key].version ?? 0)) return refuseStale()
      store(key, value)
      return done
    }),
    answer(schoolEndpoints.saveLogo, ({ body: { content } }) => {
      if (atob(content) === UNREADABLE)
        return json(422, { message: '', errors: { content: [SCHOOL_TEXTS.logoUnreadable] } })
      written.push('logo')
      school = { ...school, logo: `data:image/png;base64,${content}` }
      return { message: 'Das Logo ist gespeichert.', logo: school.logo ?? '' }
    }),
    answer(schoolEndpoints.removeLogo, () => {
      written.push('no logo')
      school = { ...school, logo: null }
      return { message: 'Das Logo ist entfernt.' }
    }),
  ]
  return { answers, written, store, settings: () => settings, school: () => school }
}
