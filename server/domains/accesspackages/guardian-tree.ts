import type { PackageSection } from '#contract/accesspackages/accesspackages.tree.ts'
import { formatDate } from '#contract/dates.ts'
import { fullName } from '#contract/person-names.ts'
import { readGuardianDay } from '#server/domains/retentions/known-days.shared.ts'
import type { Audience } from './audience.ts'
import { checkSection } from './check-section.ts'
import { childSections } from './child-sections.ts'
import { readFamily, refusalFor } from './family-sections.ts'
import { periodSection } from './legal-periods.ts'
import { processorLines } from './legal-receivers.ts'
import { logSection } from './log-section.ts'
import { mailSection } from './mail-section.ts'
import type { PackageContext } from './package-context.ts'
import { listGuardianMails, listLogAbout, listRows, type StoredRow } from './package-rows.queries.ts'
import { privacySections } from './privacy-sections.ts'
import { contactRegistration } from './registration-section.ts'
import { factsOf } from './shown-facts.ts'
import { PUPIL_TABLES } from './shown-pupil.ts'
import { entry, filled, section } from './tree.ts'

const REFUSED = {
  of_age: 'Das Kind ist volljährig. Auskunft über seine Angaben bekommt es selbst.',
  custody: 'Auskunft über die Angaben des Kindes bekommt, wer das Sorgerecht hat.',
} as const

async function childOf(context: PackageContext, relation: StoredRow, pupil: StoredRow) {
  const title = fullName(pupil as never)
  const refusal = refusalFor(relation, pupil, context.acting.today)
  if (refusal) return { isIncluded: false, part: section('child', title, { paragraphs: [REFUSED[refusal]] }) }
  const family = await readFamily(context.tx, pupil.id)
  return { isIncluded: true, part: section('child', title, { sections: await childSections(context, pupil, family) }) }
}

const personEntries = ({ names }: PackageContext, guardians: readonly StoredRow[]) =>
  guardians.map((row) => entry(factsOf(PUPIL_TABLES.guardian, row, { names })))

const bondEntries = ({ names }: PackageContext, relations: readonly StoredRow[], pupils: readonly StoredRow[]) =>
  relations.flatMap((relation) => {
    const pupil = pupils.find(({ id }) => id === relation.pupil_id)
    return pupil ? [entry(factsOf(PUPIL_TABLES.pupil_guardian, relation, { names }), fullName(pupil as never))] : []
  })

const sourceSection = async ({ tx }: PackageContext) =>
  section('source', 'Woher die Angaben stammen und wer sie bekommt', {
    paragraphs: [
      'Die Angaben stammen aus einer Bewerbung der Familie oder hat die Schule nach Auskunft der Familie eingetragen.',
      'Schulleitung und Sekretariat sehen sie. Lehrkräfte der Klasse sehen Name, Erreichbarkeit und wer abholen darf.',
      ...(await processorLines(tx)),
    ],
  })

const WITH_LAST_CHILD = 'Ihre Angaben werden mit denen des letzten Kindes gelöscht, zu dem sie gehören'

/** How long the data of a guardian is stored: until the last child is erased. */
async function ownPeriods({ tx, acting }: PackageContext, { relations, pupils }: Children) {
  const isKept = (pupilId: unknown) => pupils.some(({ id, deleted_at }) => id === pupilId && deleted_at === null)
  // The page of any child knows the day of the last one; of several records the latest day counts.
  const first = [...Map.groupBy(relations, ({ guardian_id }) => Number(guardian_id))].map(([guardianId, bonds]) => ({
    guardianId,
    pupilId: Number(bonds.find(({ pupil_id }) => isKept(pupil_id))?.pupil_id ?? 0),
  }))
  const days: (string | null)[] = []
  for (const one of first) days.push(one.pupilId === 0 ? null : await readGuardianDay(tx, one, acting.today))
  const last = days.includes(null) ? undefined : days.toSorted().at(-1)
  return periodSection(tx, ['pupil_contact_years'], {
    own: [last ? `${WITH_LAST_CHILD}, das ist am ${formatDate(last)}.` : `${WITH_LAST_CHILD}.`],
  })
}

/** Children of these guardians; those in the bin are still stored. */
async function readChildren({ tx }: PackageContext, guardianIds: readonly number[]) {
  const relations = await listRows(tx, 'pupil_guardian', { column: 'guardian_id', ids: guardianIds })
  const pupils = await listRows(tx, 'pupil', { column: 'id', ids: relations.map(({ pupil_id }) => Number(pupil_id)) })
  return { relations, pupils }
}
type Children = Awaited<ReturnType<typeof readChildren>>

/**
 * What one school has about an adult: the own records, the children, and applications that are not a child's yet. The ids are
 * those of children whose data is included.
 */
export async function guardianAtSchool(
  context: PackageContext,
): Promise<{ sections: PackageSection[]; pupilIds: number[] }> {
  const { tx, names } = context
  const { guardianIds, contactIds }: Audience = context.audience
  const guardians = await listRows(tx, 'guardian', { column: 'id', ids: guardianIds })
  const { relations, pupils } = await readChildren(context, guardianIds)
  const log = await listLogAbout(tx, [
    { entity_type: 'guardian', ids: guardianIds },
    { entity_type: 'pupil_guardian', ids: relations.map(({ id }) => id) },
  ])
  const children: PackageSection[] = []
  const pupilIds: number[] = []
  for (const pupil of pupils) {
    const relation = relations.find(({ pupil_id }) => pupil_id === pupil.id)
    if (!relation) continue
    const { isIncluded, part } = await childOf(context, relation, pupil)
    children.push(part)
    if (isIncluded) pupilIds.push(pupil.id)
  }
  const privacy: PackageSection[] = []
  for (const id of guardianIds) privacy.push(...(await privacySections(context, { subject: 'guardian', id })))
  const contacts = await listRows(tx, 'registration_contact', { column: 'id', ids: contactIds })
  const registrations = await listRows(tx, 'registration', {
    column: 'id',
    ids: contacts.map(({ registration_id }) => Number(registration_id)),
  })
  const applications: PackageSection[] = []
  for (const row of registrations) applications.push(await contactRegistration(context, row))
  const own =
    guardians.length === 0
      ? []
      : [
          section('guardian', 'Ihre Angaben', { entries: personEntries(context, guardians) }),
          section('pupil_guardian', 'Ihre Beziehung zu den Kindern', {
            entries: bondEntries(context, relations, pupils),
          }),
          await checkSection(context, guardianIds),
          mailSection(await listGuardianMails(tx, { guardianIds }), { names }),
          logSection(log),
          ...privacy,
          await sourceSection(context),
          await ownPeriods(context, { relations, pupils }),
        ]
  return { sections: filled([...own, ...children, ...applications]), pupilIds }
}
