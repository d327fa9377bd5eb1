import type { PackageFact, PackageSection } from '#contract/accesspackages/accesspackages.tree.ts'
import { fullName } from '#contract/person-names.ts'
import { storedSections } from '#contract/registrations/registrations.answers.ts'
import { isSamePerson } from '#server/domains/pupils/pupils.admission.shared.queries.ts'
import {
  answersOf,
  getFormFacts,
  listContacts,
} from '#server/domains/registrations/registrations.answers.shared.queries.ts'
import { getSchool } from '#server/domains/schools/schools.shared.queries.ts'
import { getSchoolyear } from '#server/domains/schoolyears/schoolyears.shared.queries.ts'
import { homeOf } from './audience.ts'
import { registrationPeriods, registrationSource } from './legal-registration.ts'
import { logSection } from './log-section.ts'
import { mailSection } from './mail-section.ts'
import { listContactMails, listLogAbout, listRows, type StoredRow } from './package-rows.queries.ts'
import { privacySections } from './privacy-sections.ts'
import type { Reading } from './reading.ts'
import { retentionSection } from './retention-section.ts'
import { fact, factsOf, type Row } from './shown-facts.ts'
import { REGISTRATION_TABLES } from './shown-registration.ts'
import { entry, filled, section, tableSection } from './tree.ts'

const asPerson = (row: Row) => ({ firstname: String(row.firstname), lastname: String(row.lastname) })

const childHomeOf = (row: Row) => {
  const meta = (row.meta ?? {}) as Row
  return homeOf({
    street: meta.child_street,
    house_number: meta.child_house_number,
    zip: meta.child_zip,
    city: meta.child_city,
  })
}

/** Which contacts the reader may see with address and phone, and whether the child's address. */
function viewOfContacts({ audience }: Reading, row: Row, contacts: readonly StoredRow[]) {
  const childHome = childHomeOf(row)
  const homeOfContact = (contact: Row) => (contact.same_address === true ? childHome : homeOf(contact))
  const { person } = audience
  const own = contacts.filter((contact) => person !== null && isSamePerson(asPerson(contact), person))
  const homes = person === null ? [childHome] : own.map(homeOfContact)
  const isHome = (home: string | null) => home !== null && homes.includes(home)
  return {
    own,
    seesHome: person === null || isHome(childHome),
    seesContact: (contact: StoredRow) => own.includes(contact) || isHome(homeOfContact(contact)),
  }
}
type ContactView = ReturnType<typeof viewOfContacts>

const NAMES_OF_OTHERS = ['firstname', 'lastname', 'relationship', 'has_custody']
const hiddenOfOthers = Object.keys(REGISTRATION_TABLES.registration_contact.shown).filter(
  (key) => !NAMES_OF_OTHERS.includes(key),
)

const contactSection = ({ names }: Reading, contacts: readonly StoredRow[], view: ContactView) =>
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
async function answerSection({ tx, acting }: Reading, row: StoredRow, view: ContactView) {
  const contacts = await listContacts(tx, row.id)
  const stored = row as StoredRow & StoredAnswers
  const year = await getSchoolyear(tx, stored.school_year_id)
  const form = await getFormFacts(tx, { school: await getSchool(tx), today: acting.today, schoolyears: [year] })
  const answers = answersOf({ ...stored, year_start: year.date_start }, contacts)
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
const ownPartOf = ({ names }: Reading, row: StoredRow, own: readonly StoredRow[]) =>
  section('registration', `Bewerbung ${String(row.number)}`, {
    paragraphs: [NO_CUSTODY],
    entries: own.map((contact) => entry(factsOf(REGISTRATION_TABLES.registration_contact, contact, { names }))),
  })

/** The application that became a pupil: custody was looked up at the pupil. Otherwise the contact must have it. */
const mayReadChild = ({ audience }: Reading, row: StoredRow, own: readonly StoredRow[]) =>
  audience.person === null || row.pupil_id !== null || own.some(({ has_custody }) => has_custody === true)

/** An application as the reader may see it. */
export async function registrationSection(reading: Reading, row: StoredRow): Promise<PackageSection> {
  const { tx, names } = reading
  const ids = { column: 'registration_id', ids: [row.id] }
  const contacts = await listRows(tx, 'registration_contact', ids)
  const view = viewOfContacts(reading, row, contacts)
  if (!mayReadChild(reading, row, view.own)) return ownPartOf(reading, row, view.own)
  const inner: PackageSection[] = []
  for (const [table, title] of INNER) {
    const rows = await listRows(tx, table, ids)
    if (rows.length > 0) inner.push(tableSection([table, title], { table: REGISTRATION_TABLES[table], rows, names }))
  }
  const mails = await listContactMails(
    tx,
    view.own.map(({ id }) => id),
  )
  const log = await listLogAbout(tx, [
    { entity_type: 'registration', ids: [row.id] },
    { entity_type: 'registration_contact', ids: view.own.map(({ id }) => id) },
  ])
  return section('registration', `Bewerbung ${String(row.number)}`, {
    entries: [entry(factsOf(REGISTRATION_TABLES.registration, row, { names }))],
    sections: filled([
      contactSection(reading, contacts, view),
      await answerSection(reading, row, view),
      ...inner,
      ...(view.own.length > 0 ? [mailSection(mails, { names })] : []),
      logSection(log),
      registrationSource(row),
      await registrationPeriods(reading),
      ...(await retentionSection(reading, 'registration_id', row.id)),
      ...(await privacySections(reading, { subject: 'registration', id: row.id })),
    ]),
  })
}
