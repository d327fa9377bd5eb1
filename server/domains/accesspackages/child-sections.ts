import type { PackageSection } from '#contract/accesspackages/accesspackages.tree.ts'
import { CLASS_D_PURPOSES } from '#contract/consents/consents.state.ts'
import { fullName } from '#contract/person-names.ts'
import { searchFold } from '#contract/search-fold.ts'
import { type FamilyView, viewOfFamily } from './audience.ts'
import { type Family, familySections, omittedHome } from './family-sections.ts'
import { childPeriods, childReceivers, childSource } from './legal-child.ts'
import { logSection } from './log-section.ts'
import { mailSection } from './mail-section.ts'
import type { PackageContext } from './package-context.ts'
import { listGuardianMails, listLogAbout, listPupilMails, listRows, type StoredRow } from './package-rows.queries.ts'
import { paperSection } from './paper-section.ts'
import { privacySections } from './privacy-sections.ts'
import { registrationSection } from './registration-section.ts'
import { retentionSection } from './retention-section.ts'
import { sensitiveSection } from './sensitive-section.ts'
import { factsOf, omittedTexts, TEXTS_APART } from './shown-facts.ts'
import { PUPIL_TABLES } from './shown-pupil.ts'
import { surroundingsOf, withoutRestricted } from './surroundings.ts'
import { entry, filled, section, tableSection } from './tree.ts'

type ChildTable = 'pupil_schoolclass' | 'absence_count' | 'pupil_note' | 'pupil_sicknote' | 'consent'

/** Everything stored about one child in the bound school, before it is decided who sees what. */
async function readChild({ tx, audience }: PackageContext, id: number) {
  const of = (table: ChildTable) => listRows(tx, table, { column: 'pupil_id', ids: [id] })
  const consents = await of('consent')
  return {
    memberships: await of('pupil_schoolclass'),
    counts: await of('absence_count'),
    notes: await of('pupil_note'),
    absences: await of('pupil_sicknote'),
    consents: consents.filter(
      ({ purpose }) => audience.hasSensitive || !CLASS_D_PURPOSES.some((one) => one === purpose),
    ),
    sensitive: audience.hasSensitive ? await listRows(tx, 'pupil_sensitive', { column: 'pupil_id', ids: [id] }) : [],
    registrations: await listRows(tx, 'registration', { column: 'pupil_id', ids: [id] }),
  }
}
type Child = Awaited<ReturnType<typeof readChild>>

interface ChildAndFamily {
  child: Child
  family: Family
}

const idsOf = (rows: readonly StoredRow[]) => rows.map(({ id }) => id)

/** Whoever reported an absence is named only to that person; others read the relation to the child. */
const omittedReporter = ({ audience }: PackageContext, row: StoredRow) => {
  const reporter = searchFold(String(row.reporter_name ?? ''))
  const isReader = audience.person !== null && reporter === searchFold(fullName(audience.person))
  return isReader ? [] : ['reporter_name', 'reporter_phone']
}

const absenceEntry = (context: PackageContext, row: StoredRow) => {
  const { pupil_sicknote } = PUPIL_TABLES
  const reporter = omittedReporter(context, row)
  // The words of a report stay with whoever reported it.
  const omit = reporter.length === 0 ? [] : [...reporter, ...omittedTexts(pupil_sicknote, context)]
  return entry(factsOf(pupil_sicknote, row, { names: context.names, omit }))
}

const absenceSection = (context: PackageContext, rows: readonly StoredRow[]) =>
  section('absences', 'Abwesenheiten', {
    paragraphs: rows.length === 0 ? ['Es ist keine Abwesenheit gespeichert.'] : [],
    entries: rows.map((row) => absenceEntry(context, row)),
  })

/** Log entries about confidential data are confidential, too. A package without these data leaves them out. */
const isAboutSensitive = (action: string) => action.includes('sensitive')

async function childLog(context: PackageContext, pupil: StoredRow, { child, family }: ChildAndFamily) {
  const { audience } = context
  const own = family.relatives.filter(({ guardian }) => audience.guardianIds.includes(guardian.id))
  const rows = await listLogAbout(context.tx, [
    { entity_type: 'pupil', ids: [pupil.id] },
    { entity_type: 'pupil_schoolclass', ids: idsOf(child.memberships) },
    { entity_type: 'pupil_note', ids: idsOf(child.notes) },
    { entity_type: 'pupil_sicknote', ids: idsOf(child.absences) },
    { entity_type: 'consent', ids: idsOf(child.consents) },
    { entity_type: 'pupil_sensitive', ids: idsOf(child.sensitive) },
    { entity_type: 'pupil_contact_person', ids: idsOf(family.contacts) },
    { entity_type: 'pupil_guardian', ids: own.map(({ relation }) => relation.id) },
  ])
  return logSection(rows.filter(({ action }) => audience.hasSensitive || !isAboutSensitive(action)))
}

/**
 * Mails about the child's absences: an adult reads of those to the own address, the child of all without addresses, and of
 * those to itself.
 */
async function childMails(
  { tx, audience, names }: PackageContext,
  pupil: StoredRow,
  { child, family }: ChildAndFamily,
) {
  const noteIds = idsOf(child.absences)
  if (audience.person !== null)
    return mailSection(await listGuardianMails(tx, { guardianIds: audience.guardianIds, noteIds }), { names })
  const guardianIds = family.relatives.map(({ guardian }) => guardian.id)
  const rows = [...(await listGuardianMails(tx, { guardianIds, noteIds })), ...(await listPupilMails(tx, pupil.id))]
  return mailSection(
    rows.toSorted((a, b) => a.id - b.id),
    { names, omit: ['recipient_masked'] },
  )
}

const HOME_APART =
  'Die Anschrift des Kindes ist nicht enthalten, weil dort eine andere Person wohnt (Art. 15 Abs. 4 DSGVO).'

const masterSection = ({ names }: PackageContext, pupil: StoredRow, view: FamilyView) => {
  const omit = [...(view.seesHome ? [] : omittedHome), ...omittedTexts(PUPIL_TABLES.pupil, view)]
  return section('pupil', 'Stammdaten', {
    paragraphs: [...(view.seesHome ? [] : [HOME_APART]), ...(view.seesTexts ? [] : [TEXTS_APART])],
    entries: [entry(factsOf(PUPIL_TABLES.pupil, pupil, { names, omit }))],
  })
}

/** All parts about one child, as its reader may see them. */
export async function childSections(
  context: PackageContext,
  pupil: StoredRow,
  whole: Family,
): Promise<PackageSection[]> {
  const { tx, audience } = context
  const child = await readChild(context, pupil.id)
  const { family, hidden } = await withoutRestricted(context, whole)
  // A restricted parent counts when addresses are compared, so the view is that of the whole family.
  const seen = viewOfFamily(audience, pupil, whole.relatives)
  const view = { ...seen, seesTexts: seen.seesTexts && (audience.person === null || hidden.length === 0) }
  const names = { ...context.names, guardian: family.names }
  const inside = { ...context, names, seesTexts: view.seesTexts }
  const table = (key: ChildTable, title: string, rows: readonly StoredRow[]) => {
    const omit = omittedTexts(PUPIL_TABLES[key], inside)
    return tableSection([key, title], { table: PUPIL_TABLES[key], rows, names, omit })
  }
  const around = surroundingsOf(family, view, hidden)
  const registrations: PackageSection[] = []
  for (const row of child.registrations) registrations.push(await registrationSection(inside, row, around))
  return filled([
    masterSection(inside, pupil, view),
    table('pupil_schoolclass', 'Klassen', child.memberships),
    ...familySections(inside, family, view),
    absenceSection(inside, child.absences),
    table('absence_count', 'Festgeschriebene Fehlzeiten', child.counts),
    table('consent', 'Einwilligungen', child.consents),
    table('pupil_note', 'Notizen der Schule', child.notes),
    ...(await paperSection(inside, 'pupil', pupil.id)),
    ...(await sensitiveSection(inside, pupil.id, child.sensitive)),
    ...registrations,
    await childMails(inside, pupil, { child, family }),
    await childLog(inside, pupil, { child, family }),
    await childSource(tx, pupil, child.registrations),
    await childReceivers(tx, pupil, { memberships: child.memberships, names }),
    await childPeriods(tx, pupil),
    ...(await retentionSection(inside, 'pupil_id', pupil.id)),
    ...(await privacySections(inside, { subject: 'pupil', id: pupil.id })),
  ])
}
