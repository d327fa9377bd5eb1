import type { PackageFact, PackageSection } from '#contract/accesspackages/accesspackages.tree.ts'
import { fullName } from '#contract/person-names.ts'
import { formAsAsked } from '#contract/registrations/registrations.agreement.ts'
import { storedSections } from '#contract/registrations/registrations.answers.ts'
import {
  answersOf,
  getFormFacts,
  listContacts,
} from '#server/domains/registrations/registrations.answers.shared.queries.ts'
import { getSchool } from '#server/domains/schools/schools.shared.queries.ts'
import { getSchoolyear } from '#server/domains/schoolyears/schoolyears.shared.queries.ts'
import { homeOf, viewOfFamily } from './audience.ts'
import { readFamily, refusalFor } from './family-sections.ts'
import { registrationPeriods, registrationSource } from './legal-registration.ts'
import { logSection } from './log-section.ts'
import { mailSection } from './mail-section.ts'
import type { PackageContext } from './package-context.ts'
import { listContactMails, listLogAbout, listRows, type StoredRow } from './package-rows.queries.ts'
import { paperSection } from './paper-section.ts'
import { privacySections } from './privacy-sections.ts'
import { retentionSection } from './retention-section.ts'
import { fact, factsOf, omittedTexts, type Row, TEXTS_APART } from './shown-facts.ts'
import { REGISTRATION_TABLES } from './shown-registration.ts'
import {
  asPerson,
  isAmong,
  NO_SURROUNDINGS,
  ownContacts,
  type Surroundings,
  surroundingsOf,
  withoutRestricted,
} from './surroundings.ts'
import { entry, filled, section, tableSection } from './tree.ts'

const childHomeOf = (row: Row) => {
  const meta = (row.meta ?? {}) as Row
  return homeOf({
    street: meta.child_street,
    house_number: meta.child_house_number,
    zip: meta.child_zip,
    city: meta.child_city,
  })
}

interface ContactsAndFamily {
  contacts: readonly StoredRow[]
  around: Surroundings
}

/** Which contacts the reader may see with address and phone, and whether the child's address. */
function viewOfContacts({ audience, seesTexts }: PackageContext, row: Row, { contacts, around }: ContactsAndFamily) {
  const childHome = childHomeOf(row)
  const homeOfContact = (contact: Row) => (contact.same_address === true ? childHome : homeOf(contact))
  const { person } = audience
  const own = ownContacts(audience, contacts)
  const homes = person === null ? [childHome] : own.map(homeOfContact)
  const isHome = (home: string | null) => home !== null && homes.includes(home)
  const seesContact = (contact: StoredRow) =>
    own.includes(contact) || (isHome(homeOfContact(contact)) && !isAmong(around.apart, contact))
  return {
    own,
    seesHome: person === null || (isHome(childHome) && around.seesHome),
    seesContact,
    seesTexts: person === null || (seesTexts && contacts.every(seesContact)),
  }
}
type ContactView = ReturnType<typeof viewOfContacts>

const NAMES_OF_OTHERS = ['firstname', 'lastname', 'relationship', 'has_custody']
const hiddenOfOthers = Object.keys(REGISTRATION_TABLES.registration_contact.shown).filter(
  (key) => !NAMES_OF_OTHERS.includes(key),
)

const contactSection = ({ names }: PackageContext, contacts: readonly StoredRow[], view: ContactView) =>
  section('registration_contact', 'Kontakte', {
    entries: contacts.map((contact) =>
      entry(
        factsOf(REGISTRATION_TABLES.registration_contact, contact, {
          names,
          omit: view.seesContact(contact) ? [] : hiddenOfOthers,
        }),
        fullName(asPerson(contact)),
      ),
    ),
  })

type StoredAnswers = Omit<Parameters<typeof answersOf>[0], 'year_start'> & { source: 'web' | 'staff' | 'import' }

const HOME_ANSWER = /^meta\.child_(street|house_number|zip|city)$/
/** What one parent wrote about the other. */
const ABOUT_SECOND = 'meta.second_contact_note'

const isShown = (key: string, view: ContactView) => {
  if (key.startsWith('contacts.')) return false
  if (key === ABOUT_SECOND) return view.own.some(({ position }) => position === 1)
  return view.seesHome || !HOME_ANSWER.test(key)
}

/** The answers of the form; an application in the bin has them, too. */
async function answerSection({ tx, acting }: PackageContext, row: StoredRow, view: ContactView) {
  const contacts = await listContacts(tx, row.id)
  const stored = row as StoredRow & StoredAnswers
  const year = await getSchoolyear(tx, stored.school_year_id)
  const facts = await getFormFacts(tx, { school: await getSchool(tx), today: acting.today, schoolyears: [year] })
  const answers = answersOf({ ...stored, year_start: year.date_start }, contacts)
  const form = formAsAsked(facts, { contacts, meta: answers.meta })
  const { source } = stored
  const parts = storedSections({ answers, form, source }).map(({ key, title, rows }) => {
    const facts = rows
      .filter((row) => isShown(row.key, view) && row.text !== '–')
      .map((row): PackageFact => fact(row.key, row.label, row.text))
    return section(`answers_${key}`, title, { entries: facts.length > 0 ? [entry(facts)] : [] })
  })
  return section('answers', 'Antworten im Formular', { sections: filled(parts) })
}

type InnerTable =
  | 'registration_status_history'
  | 'registration_event'
  | 'registration_paper'
  | 'registration_status_mail'

const INNER: readonly (readonly [InnerTable, string])[] = [
  ['registration_status_history', 'Status'],
  ['registration_event', 'Verlauf'],
  ['registration_paper', 'Eingesehene Unterlagen'],
  ['registration_status_mail', 'Bescheide'],
]

const NO_CUSTODY = 'Auskunft über die Angaben des Kindes bekommt, wer das Sorgerecht hat.'

/** An application of somebody who may not decide for the child: only what is said of this person. */
const ownPartOf = ({ names }: PackageContext, row: StoredRow, own: readonly StoredRow[]) =>
  section('registration', `Bewerbung ${String(row.number)}`, {
    paragraphs: [NO_CUSTODY],
    entries: own.map((contact) => entry(factsOf(REGISTRATION_TABLES.registration_contact, contact, { names }))),
  })

/**
 * Whether a contact may read about the child, and what the family of today adds. Once the child is at the school, custody
 * stands there as well and may have ended since the application.
 */
async function asContact(context: PackageContext, row: StoredRow, own: readonly StoredRow[]) {
  const { tx, audience, acting } = context
  const hadCustody = own.some(({ has_custody }) => has_custody === true)
  if (row.pupil_id === null) return { mayRead: hadCustody, around: NO_SURROUNDINGS }
  const [pupil] = await listRows(tx, 'pupil', { column: 'id', ids: [Number(row.pupil_id)] })
  const whole = await readFamily(tx, Number(row.pupil_id))
  const me = whole.relatives.filter(({ guardian }) => isAmong(own.map(asPerson), guardian))
  const [relative] = me
  const mayRead =
    hadCustody &&
    pupil !== undefined &&
    relative !== undefined &&
    me.length === 1 &&
    refusalFor(relative.relation, pupil, acting.today) === null
  if (!mayRead) return { mayRead, around: NO_SURROUNDINGS }
  const asGuardian = { ...audience, guardianIds: [relative.guardian.id] }
  const { family, hidden } = await withoutRestricted({ ...context, audience: asGuardian }, whole)
  const view = viewOfFamily(asGuardian, pupil, whole.relatives)
  return { mayRead, around: surroundingsOf(family, view, hidden) }
}

/** An application as one of its contacts may see it. */
export async function contactRegistration(context: PackageContext, row: StoredRow): Promise<PackageSection> {
  const contacts = await listRows(context.tx, 'registration_contact', { column: 'registration_id', ids: [row.id] })
  const own = ownContacts(context.audience, contacts)
  const { mayRead, around } = await asContact(context, row, own)
  if (!mayRead) return ownPartOf(context, row, own)
  const seesTexts = context.seesTexts && around.apart.length === 0 && around.hidden.length === 0
  return registrationSection({ ...context, seesTexts }, row, around)
}

/** An application for a reader who may read about the child. */
export async function registrationSection(
  whole: PackageContext,
  row: StoredRow,
  around: Surroundings,
): Promise<PackageSection> {
  const { tx, names } = whole
  const ids = { column: 'registration_id', ids: [row.id] }
  const all = await listRows(tx, 'registration_contact', ids)
  const contacts = all.filter((contact) => !isAmong(around.hidden, contact))
  const view = viewOfContacts(whole, row, { contacts, around })
  const context = { ...whole, seesTexts: view.seesTexts }
  const inner: PackageSection[] = []
  for (const [table, title] of INNER) {
    const rows = await listRows(tx, table, ids)
    const omit = omittedTexts(REGISTRATION_TABLES[table], view)
    if (rows.length > 0)
      inner.push(tableSection([table, title], { table: REGISTRATION_TABLES[table], rows, names, omit }))
  }
  inner.push(...(await paperSection(context, 'registration', row.id)))
  const omit = omittedTexts(REGISTRATION_TABLES.registration, view)
  const mails = await listContactMails(
    tx,
    view.own.map(({ id }) => id),
  )
  const log = await listLogAbout(tx, [
    { entity_type: 'registration', ids: [row.id] },
    { entity_type: 'registration_contact', ids: view.own.map(({ id }) => id) },
  ])
  return section('registration', `Bewerbung ${String(row.number)}`, {
    paragraphs: view.seesTexts ? [] : [TEXTS_APART],
    entries: [entry(factsOf(REGISTRATION_TABLES.registration, row, { names, omit }))],
    sections: filled([
      contactSection(context, contacts, view),
      await answerSection(context, row, view),
      ...inner,
      ...(view.own.length > 0 ? [mailSection(mails, { names })] : []),
      logSection(log),
      await registrationSource(context, row),
      await registrationPeriods(context, row),
      ...(await retentionSection(context, 'registration_id', row.id)),
      ...(await privacySections(context, { subject: 'registration', id: row.id })),
    ]),
  })
}
