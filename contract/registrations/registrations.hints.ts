import { isIsoDay, parseDateInput } from '#contract/dates.ts'
import { answerAt } from '#contract/dotted-keys.ts'
import type { RegistrationSettings } from '#contract/schools/schools.facts.ts'
import { isLateral } from './registrations.field.ts'
import type { FormContext, RegistrationForm } from './registrations.form.ts'

type EntrySettings = Pick<RegistrationSettings, 'school_entry_cutoff' | 'early_entry_until'>

export type EnrolmentKind = 'older' | 'deferred' | 'regular' | 'early' | 'early_exception' | 'too_young'

export interface Hint {
  kind: Exclude<EnrolmentKind, 'regular' | 'too_young'> | 'grade' | 'mail' | 'start'
  text: string
  /** A better value for the field, which a button fills in. */
  suggestion?: string
}

/**
 * How a child born on that day starts grade 1 in the school year beginning in `startYear` (domain §2.1). The boundary
 * days belong to the earlier window, as in the practice of the authorities.
 */
export const enrolmentKind = (birthdate: string, startYear: number, settings: EntrySettings): EnrolmentKind => {
  const { school_entry_cutoff: cutoff, early_entry_until: early } = settings
  const earlyYear = early > cutoff ? startYear - 6 : startYear - 5
  if (birthdate <= `${startYear - 8}-${cutoff}`) return 'older'
  if (birthdate <= `${startYear - 7}-${cutoff}`) return 'deferred'
  if (birthdate <= `${startYear - 6}-${cutoff}`) return 'regular'
  if (birthdate <= `${earlyYear}-${early}`) return 'early'
  return birthdate <= `${startYear - 5}-07-31` ? 'early_exception' : 'too_young'
}

const ENROLMENT_HINTS: Partial<Record<EnrolmentKind, string>> = {
  older: 'Ihr Kind ist älter, als es zur Einschulung üblich ist. Bitte prüfen Sie das Geburtsdatum.',
  deferred: 'Wurde Ihr Kind zurückgestellt?',
  early: 'Vorzeitige Einschulung auf Antrag möglich.',
  early_exception: 'Nur in begründeten Ausnahmefällen.',
}

/** Words for staff, where the usual hint speaks to the family. */
const OFFICE_HINTS: Partial<Record<Hint['kind'], string>> = {
  older: 'Das Kind ist älter, als es zur Einschulung üblich ist. Bitte prüfen Sie das Geburtsdatum.',
  deferred: 'Wurde das Kind zurückgestellt?',
}

/** The hint about the age for grade 1; null when there is none. It never blocks. */
export const enrolmentHint = (birthdate: string, startYear: number, settings: EntrySettings): Hint | null => {
  const kind = enrolmentKind(birthdate, startYear, settings)
  const text = ENROLMENT_HINTS[kind]
  return text && kind !== 'regular' && kind !== 'too_young' ? { kind, text } : null
}

/** Domain §2.1: a child who neither repeats nor moves up by one grade may be a typing mistake. */
export const gradeHint = (desired: number, previous: number): Hint | null =>
  desired - previous === 0 || desired - previous === 1
    ? null
    : { kind: 'grade', text: 'Bitte prüfen: Die gewünschte Klassenstufe schließt nicht an die aktuelle an.' }

const MAIL_TYPOS: Record<string, string> = {
  'gmial.com': 'gmail.com',
  'gmai.com': 'gmail.com',
  'gmail.de': 'gmail.com',
  'gmail.con': 'gmail.com',
  'gamil.com': 'gmail.com',
  'gmaill.com': 'gmail.com',
  'googlemail.de': 'googlemail.com',
  'wbe.de': 'web.de',
  'web.com': 'web.de',
  'wed.de': 'web.de',
  'gmx.ed': 'gmx.de',
  'gmx.den': 'gmx.de',
  'gxm.de': 'gmx.de',
  'gmy.de': 'gmx.de',
  't-onlin.de': 't-online.de',
  't-online.com': 't-online.de',
  'tonline.de': 't-online.de',
  'hotmial.com': 'hotmail.com',
  'hotmai.com': 'hotmail.com',
  'hotmail.con': 'hotmail.com',
  'outlok.com': 'outlook.com',
  'outlook.con': 'outlook.com',
  'yaho.de': 'yahoo.de',
  'yaho.com': 'yahoo.com',
  'yahoo.con': 'yahoo.com',
  'icloud.de': 'icloud.com',
  'iclod.com': 'icloud.com',
  'freenet.com': 'freenet.de',
}

/** Asks about domains that are probably typing mistakes. */
export const mailHint = (mail: string): Hint | null => {
  const at = mail.lastIndexOf('@')
  const domain =
    MAIL_TYPOS[
      mail
        .slice(at + 1)
        .trim()
        .toLowerCase()
    ]
  if (at < 1 || !domain) return null
  return { kind: 'mail', text: `Meinten Sie @${domain}?`, suggestion: `${mail.slice(0, at).trim()}@${domain}` }
}

export const chosenSchoolyear = (form: RegistrationForm, context: FormContext) =>
  context.schoolyears.find(({ id }) => String(id) === String(answerAt(form, 'school_year_id')))

/** The year in which the desired school year begins; undefined while none is chosen. */
export const startYear = (form: RegistrationForm, context: FormContext) => {
  const year = chosenSchoolyear(form, context)
  return year && Number(year.date_start.slice(0, 4))
}

/** The day in a date field, however it was typed; undefined if it is none. */
export const dayAt = (form: RegistrationForm, key: string, today: string) => {
  const answer = answerAt(form, key)
  if (typeof answer !== 'string') return undefined
  return isIsoDay(answer) ? answer : parseDateInput(answer, today)
}

const ageHint = (form: RegistrationForm, context: FormContext) => {
  const birthdate = dayAt(form, 'meta.child_birthdate', context.today)
  const year = startYear(form, context)
  if (context.variant !== 'primary' || isLateral(form) || !birthdate || !year) return null
  const hint = enrolmentHint(birthdate, year, context.settings)
  const text = context.mode === 'staff' && hint ? OFFICE_HINTS[hint.kind] : undefined
  return hint && text ? { ...hint, text } : hint
}

const schoolHint = (form: RegistrationForm, context: FormContext) => {
  const entry = context.grades.find(({ is_entry }) => is_entry)?.grade
  const desired = Number(isLateral(form) ? answerAt(form, 'desired_grade') : entry)
  const previous = Number(answerAt(form, 'meta.previous_grade'))
  const isAsked = context.variant === 'secondary_1' || isLateral(form)
  return isAsked && desired > 0 && previous > 0 ? gradeHint(desired, previous) : null
}

const startHint = (form: RegistrationForm, context: FormContext): Hint | null => {
  const start = dayAt(form, 'desired_start_date', context.today)
  const year = chosenSchoolyear(form, context)
  if (!isLateral(form) || !start || !year || start >= year.date_start) return null
  return { kind: 'start', text: `Der Beginn liegt vor dem Schuljahr ${year.name}. Bitte prüfen Sie das Datum.` }
}

const MAIL_KEYS = ['contacts.0.mail', 'contacts.1.mail', 'meta.child_mail']

/** Typing mistakes in mail addresses, by field. */
export const mailHints = (form: RegistrationForm): Record<string, Hint> =>
  Object.fromEntries(
    MAIL_KEYS.flatMap((key) => {
      const mail = answerAt(form, key)
      const hint = typeof mail === 'string' ? mailHint(mail) : null
      return hint ? [[key, hint]] : []
    }),
  )

/** Two persons may share an address, but mostly one was typed or filled in twice. */
const sameMailHint = (form: RegistrationForm): Hint | null => {
  const [first, second] = ['contacts.0.mail', 'contacts.1.mail'].map((key) =>
    String(answerAt(form, key) ?? '')
      .trim()
      .toLowerCase(),
  )
  return first && first === second
    ? { kind: 'mail', text: 'Das ist dieselbe Adresse wie bei Person 1. Dorthin gehen dann zwei E-Mails.' }
    : null
}

/** All hints for the answers so far, by field. */
export const registrationHints = (form: RegistrationForm, context: FormContext): Record<string, Hint> => {
  const hints: Record<string, Hint | null> = {
    'meta.child_birthdate': ageHint(form, context),
    'meta.previous_grade': schoolHint(form, context),
    desired_start_date: startHint(form, context),
    'contacts.1.mail': sameMailHint(form),
  }
  const others = Object.entries(hints).filter((entry): entry is [string, Hint] => entry[1] !== null)
  return { ...Object.fromEntries(others), ...mailHints(form) }
}
