import type { PackageSection } from '#contract/accesspackages/accesspackages.tree.ts'
import type { PackageRecipient } from '#contract/accesspackages/accesspackages.ts'
import { isOfAge } from '#contract/dates.ts'
import { fullName } from '#contract/person-names.ts'
import type { Audience } from './audience.ts'
import { childSections } from './child-sections.ts'
import { readFamily } from './family-sections.ts'
import { periodSection } from './legal-periods.ts'
import { logSection } from './log-section.ts'
import { mailSection } from './mail-section.ts'
import { listGuardianMails, listLogAbout, listRows, type StoredRow } from './package-rows.queries.ts'
import { privacySections } from './privacy-sections.ts'
import type { Reading } from './reading.ts'
import { registrationSection } from './registration-section.ts'
import { factsOf } from './shown-facts.ts'
import { PUPIL_TABLES } from './shown-pupil.ts'
import { entry, filled, section } from './tree.ts'

/** Why a guardian does not get what is stored about a child; null: the guardian does. */
export const refusalFor = (relation: StoredRow, pupil: StoredRow, today: string): PackageRecipient['refusal'] => {
  if (isOfAge(String(pupil.birthdate), today)) return 'of_age'
  return relation.has_custody === true ? null : 'custody'
}

const REFUSED = {
  of_age: 'Das Kind ist volljährig. Auskunft über seine Angaben bekommt es selbst.',
  custody: 'Auskunft über die Angaben des Kindes bekommt, wer das Sorgerecht hat.',
} as const

async function childOf(reading: Reading, relation: StoredRow, pupil: StoredRow): Promise<PackageSection> {
  const title = fullName(pupil as never)
  const refusal = refusalFor(relation, pupil, reading.acting.today)
  if (refusal) return section('child', title, { paragraphs: [REFUSED[refusal]] })
  const family = await readFamily(reading.tx, pupil.id)
  return section('child', title, { sections: await childSections(reading, pupil, family) })
}

const personEntries = ({ names }: Reading, guardians: readonly StoredRow[]) =>
  guardians.map((row) => entry(factsOf(PUPIL_TABLES.guardian, row, { names })))

const bondEntries = ({ names }: Reading, relations: readonly StoredRow[], pupils: readonly StoredRow[]) =>
  relations.flatMap((relation) => {
    const pupil = pupils.find(({ id }) => id === relation.pupil_id)
    return pupil ? [entry(factsOf(PUPIL_TABLES.pupil_guardian, relation, { names }), fullName(pupil as never))] : []
  })

const source = section('source', 'Woher die Angaben stammen und wer sie bekommt', {
  paragraphs: [
    'Die Angaben stammen aus einer Bewerbung der Familie oder hat die Schule nach Auskunft der Familie eingetragen.',
    'Schulleitung und Sekretariat sehen sie. Lehrkräfte der Klasse sehen Name, Erreichbarkeit und wer abholen darf.',
    'E-Mails versendet der Mailserver der Schule. Sicherungen der Datenbank sind verschlüsselt.',
  ],
})

/** Children of these guardians; those in the bin are still stored. */
async function readChildren({ tx }: Reading, guardianIds: readonly number[]) {
  const relations = await listRows(tx, 'pupil_guardian', { column: 'guardian_id', ids: guardianIds })
  const pupils = await listRows(tx, 'pupil', { column: 'id', ids: relations.map(({ pupil_id }) => Number(pupil_id)) })
  return { relations, pupils }
}

/** What one school has about an adult: the own records, the children, and applications that are not a child's yet. */
export async function guardianAtSchool(
  reading: Reading,
  { contactIds }: { contactIds: readonly number[] },
): Promise<{ sections: PackageSection[]; pupilIds: number[] }> {
  const { tx, names } = reading
  const { guardianIds }: Audience = reading.audience
  const guardians = await listRows(tx, 'guardian', { column: 'id', ids: guardianIds })
  const { relations, pupils } = await readChildren(reading, guardianIds)
  const log = await listLogAbout(tx, [
    { entity_type: 'guardian', ids: guardianIds },
    { entity_type: 'pupil_guardian', ids: relations.map(({ id }) => id) },
  ])
  const children: PackageSection[] = []
  const pupilIds: number[] = []
  for (const pupil of pupils) {
    const relation = relations.find(({ pupil_id }) => pupil_id === pupil.id)
    if (!relation) continue
    children.push(await childOf(reading, relation, pupil))
    pupilIds.push(pupil.id)
  }
  const privacy: PackageSection[] = []
  for (const id of guardianIds) privacy.push(...(await privacySections(reading, { subject: 'guardian', id })))
  const contacts = await listRows(tx, 'registration_contact', { column: 'id', ids: contactIds })
  const registrations = await listRows(tx, 'registration', {
    column: 'id',
    ids: contacts.map(({ registration_id }) => Number(registration_id)),
  })
  const applications: PackageSection[] = []
  for (const row of registrations) applications.push(await registrationSection(reading, row))
  const own =
    guardians.length === 0
      ? []
      : [
          section('guardian', 'Ihre Angaben', { entries: personEntries(reading, guardians) }),
          section('pupil_guardian', 'Ihre Beziehung zu den Kindern', {
            entries: bondEntries(reading, relations, pupils),
          }),
          mailSection(await listGuardianMails(tx, { guardianIds }), { names }),
          logSection(log),
          source,
          await periodSection(tx, ['pupil_contact_years'], {
            own: ['Ihre Angaben werden mit denen des letzten Kindes gelöscht, zu dem sie gehören.'],
          }),
        ]
  return { sections: filled([...own, ...children, ...applications]), pupilIds }
}
