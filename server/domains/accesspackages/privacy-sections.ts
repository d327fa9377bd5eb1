import type { PackageSection } from '#contract/accesspackages/accesspackages.tree.ts'
import { formatDate } from '#contract/dates.ts'
import { ROLE_LABELS, type Role } from '#contract/permissions.ts'
import { fullName } from '#contract/person-names.ts'
import { searchFold } from '#contract/search-fold.ts'
import { VIEW_KIND_LABELS, type ViewedSubject } from '#contract/viewlogs/viewlogs.kinds.ts'
import { viewText } from '#contract/viewlogs/viewlogs.texts.ts'
import type { PackageContext } from './package-context.ts'
import {
  listProposals,
  listRequestsAbout,
  listRows,
  listViews,
  type StoredRow,
  type ViewRow,
} from './package-rows.queries.ts'
import { fact, factsOf, omittedTexts } from './shown-facts.ts'
import { PRIVACY_TABLES } from './shown-privacy.ts'
import { entry, section } from './tree.ts'

interface ViewedRecord {
  subject: ViewedSubject
  id: number
}

/** A request that somebody else made shows only what was asked and when. */
const KEPT = ['kind', 'received_on', 'done_on', 'result']
const hiddenOfOthers = Object.keys(PRIVACY_TABLES.privacy_request.shown).filter((key) => !KEPT.includes(key))

const isAboutAdult = ({ subject }: ViewedRecord) =>
  subject === 'guardian' || subject === 'employee' || subject === 'user'

const isOwnRequest = ({ audience }: PackageContext, about: ViewedRecord, row: StoredRow) => {
  if (isAboutAdult(about) || audience.person === null) return row.requester === 'self'
  if (row.requester_guardian_id !== null) return audience.guardianIds.includes(Number(row.requester_guardian_id))
  return searchFold(String(row.requested_by ?? '')) === searchFold(fullName(audience.person))
}

const viewEntry = ({ day, role, kind, what, times }: ViewRow) =>
  entry([
    { key: 'day', label: 'Tag', value: day, text: formatDate(day) },
    fact('role', 'Wer', role === null ? 'Konto ohne Rolle' : (ROLE_LABELS[role as Role] ?? role)),
    { key: 'kind', label: 'Was', value: kind, text: kind in VIEW_KIND_LABELS ? viewText({ kind, what }) : kind },
    { key: 'times', label: 'Anzahl', value: times, text: `${times}-mal` },
  ])

const VIEWS =
  'Wer diese Angaben aufgerufen, ausgegeben oder gedruckt hat, je Tag gezählt, aus den letzten zwölf Monaten.'

/**
 * Who saw the data of somebody, by role and day. Reads of confidential entries are listed only if the package may
 * contain these.
 */
const viewSection = (rows: readonly ViewRow[], hasSensitive: boolean) => {
  const shown = rows.filter(({ kind }) => hasSensitive || kind !== 'sensitive')
  const none = shown.length === 0 ? ['Dazu gibt es keine Einträge.'] : []
  return section('views', 'Einsichten', { paragraphs: [VIEWS, ...none], entries: shown.map(viewEntry) })
}

/** Restrictions, requests and who saw the data. */
export async function privacySections(context: PackageContext, about: ViewedRecord): Promise<PackageSection[]> {
  const { tx, names, audience } = context
  const { restriction, privacy_request, erasure_proposal } = PRIVACY_TABLES
  const proposals = await listProposals(tx, about)
  const restrictions =
    about.subject === 'user'
      ? []
      : await listRows(tx, 'restriction', { column: `${about.subject}_id`, ids: [about.id] })
  const requests = await listRequestsAbout(tx, about)
  return [
    section('restriction', 'Einschränkung der Verarbeitung', {
      entries: restrictions.map((row) =>
        entry(factsOf(restriction, row, { names, omit: omittedTexts(restriction, context) })),
      ),
    }),
    section('erasure_proposal', 'Vorgeschlagene Löschung', {
      entries: proposals.map((row) => entry(factsOf(erasure_proposal, row, { names }))),
    }),
    section('privacy_request', 'Anfragen zum Datenschutz', {
      entries: requests.map((row) =>
        entry(factsOf(privacy_request, row, { names, omit: isOwnRequest(context, about, row) ? [] : hiddenOfOthers })),
      ),
    }),
    viewSection(await listViews(tx, about), audience.hasSensitive),
  ]
}
