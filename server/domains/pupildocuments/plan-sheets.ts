import { hasParentLink, parentLinkPath } from '#contract/parentlinks/parentlinks.ts'
import { fullName } from '#contract/person-names.ts'
import {
  PUPIL_DOCUMENT_TEXTS,
  type PupilSheetsForm,
  SHEET_KIND_LABELS,
  type SheetsPreview,
} from '#contract/pupildocuments/pupildocuments.ts'
import { exportedRows } from '#contract/userlog/userlog-labels.ts'
import { logEvent, onlyOne } from '#server/db/log-event.ts'
import { logView } from '#server/db/log-view.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import type { SchoolViewer } from '#server/db/viewer.ts'
import { openFontLetters } from '#server/documents/font-letters.ts'
import { listLinks, type OpenedLink } from '#server/domains/parentlinks/parentlinks.shared.queries.ts'
import { invalid, notFound } from '#server/http/api-error.ts'
import type { Platform } from '#server/http/platform.ts'
import { hashMail } from '#server/mail/outbox.ts'
import { listUnreachable } from '#server/mail/unreachable.queries.ts'
import { type Household, householdsOf, leftOut, recipientsOf, windowLines } from './households.ts'
import { listLetterGuardians, listSheetPupils, type SheetLink, type SheetPupil } from './pupil-sheets.queries.ts'
import { getSchoolHead } from './pupildocuments.shared.queries.ts'

interface SheetRequest {
  form: PupilSheetsForm
  viewer: SchoolViewer
  today: string
}

const needsHouseholds = (form: PupilSheetsForm) =>
  form.kind === 'letters' || form.kind === 'link_letters' || (form.kind === 'labels' && form.content === 'address')

/** Whether a Rundmail would reach somebody of this household: with custody, at an address from which no mail came back. */
async function reachedByMail(tx: SchoolTransaction) {
  const unreachable = new Set((await listUnreachable(tx)).map(({ recipient_hash }) => recipient_hash.toString('hex')))
  return ({ guardians }: Household) =>
    guardians.some(
      ({ mail, has_custody }) => mail !== null && has_custody && !unreachable.has(hashMail(mail).toString('hex')),
    )
}

/**
 * Plans which sheet each pupil gets, before anything is drawn. Unknown pupils and those of other schools get the same
 * 404.
 */
export async function planSheets(tx: SchoolTransaction, { form, viewer, today }: SheetRequest) {
  const chosen = await listSheetPupils(tx, { ids: form.ids, viewer, today })
  if (chosen.length < new Set(form.ids).size) throw notFound()
  const isLink = form.kind === 'link_sheets' || form.kind === 'link_letters'
  const pupils = isLink ? chosen.filter((pupil) => hasParentLink(pupil, today)) : chosen
  const gone = chosen.filter((pupil) => !pupils.includes(pupil)).map((pupil) => leftOut(pupil, 'left'))
  if (!needsHouseholds(form)) return { pupils, households: [], missing: gone, reached: 0, count: pupils.length }
  const ids = pupils.map(({ id }) => id)
  const guardians = await listLetterGuardians(tx, { ids, today, isLink })
  const { households, missing } = householdsOf(pupils, guardians)
  const isReached = await reachedByMail(tx)
  const written =
    form.kind === 'letters' && form.only_without_mail ? households.filter((one) => !isReached(one)) : households
  return {
    pupils,
    households: written,
    missing: [...gone, ...missing],
    reached: households.length - written.length,
    count: written.length,
  }
}

type Plan = Awaited<ReturnType<typeof planSheets>>

/** Names and addresses that the font cannot write, each once. */
const unprintableLines = async ({ pupils, households }: Plan) => {
  const lettersLacking = await openFontLetters()
  const lines = new Set([...pupils.map(fullName), ...households.flatMap(windowLines)])
  return [...lines].flatMap((line) => {
    const letters = lettersLacking(line).join(' ')
    return letters === '' ? [] : [{ line, letters }]
  })
}

/** 422 for letters that the font lacks, because the person who typed them can change the text. */
const refuseUnprintable = async (form: PupilSheetsForm) => {
  if (form.kind !== 'letters') return
  const lettersLacking = await openFontLetters()
  for (const field of ['subject', 'body', 'enclosures'] as const) {
    const letters = lettersLacking(form[field] ?? '').join(' ')
    if (letters !== '') throw invalid({ [field]: [PUPIL_DOCUMENT_TEXTS.unprintable(letters)] })
  }
}

export async function previewSheets(tx: SchoolTransaction, request: SheetRequest): Promise<SheetsPreview> {
  const plan = await planSheets(tx, request)
  const { count, reached, missing } = plan
  return {
    count,
    reached_by_mail: reached,
    recipients: plan.households.flatMap(recipientsOf),
    left_out: missing,
    unprintable: await unprintableLines(plan),
  }
}

/** The pupils whose sheets are really drawn. */
const printedIds = ({ pupils, households }: Plan, form: PupilSheetsForm) =>
  (needsHouseholds(form) ? households.flatMap((household) => household.pupils) : pupils).map(({ id }) => id)

/** Reads the content of the file; the export is logged with its kind and number of pupils. */
export async function readSheets(tx: SchoolTransaction, platform: Platform, request: SheetRequest) {
  const { form } = request
  await refuseUnprintable(form)
  const plan = await planSheets(tx, request)
  if (plan.count === 0) throw invalid({ ids: [PUPIL_DOCUMENT_TEXTS.nothing] })
  const isLink = form.kind === 'link_sheets' || form.kind === 'link_letters'
  const ids = plan.pupils.map(({ id }) => id)
  const links = isLink ? await listLinks(tx, platform.keys, ids) : new Map<number, OpenedLink>()
  const printed = printedIds(plan, form)
  await logEvent(tx, {
    action: 'export_created',
    entityType: 'pupil_document',
    entityId: onlyOne(printed),
    fields: [exportedRows(plan.count), SHEET_KIND_LABELS[form.kind]],
  })
  await logView(tx, {
    kind: 'print',
    subject: 'pupil',
    ids: printed,
    what: SHEET_KIND_LABELS[form.kind],
  })
  return {
    ...plan,
    form,
    school: await getSchoolHead(tx),
    /** The full address of a pupil's link, and when it replaced another one. */
    linkOf: (pupil: SheetPupil): SheetLink => {
      const { uuid = '', rotated_at = null } = links.get(pupil.id) ?? {}
      return { pupil, address: `${platform.appUrl}${parentLinkPath(uuid)}`, rotated_at }
    },
  }
}
export type Sheets = Awaited<ReturnType<typeof readSheets>>
