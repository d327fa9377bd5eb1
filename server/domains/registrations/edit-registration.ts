import { answerAt } from '#contract/dotted-keys.ts'
import { ERROR_TEXTS } from '#contract/error-texts.ts'
import { formAsAsked } from '#contract/registrations/registrations.agreement.ts'
import {
  changedAnswers,
  differingKeys,
  isSameAnswer,
  withAddresses,
} from '#contract/registrations/registrations.changed.ts'
import { editContext, type RegistrationEdit } from '#contract/registrations/registrations.edit.ts'
import type { RegistrationAnswers } from '#contract/registrations/registrations.form.ts'
import { statusRefusal } from '#contract/registrations/registrations.status.ts'
import { nameAction } from '#server/db/log-event.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import type { Acting } from '#server/db/viewer.ts'
import { NO_WISH, wishEnded } from '#server/domains/registrations/decision/end-wish.ts'
import { getSchoolyear } from '#server/domains/schoolyears/schoolyears.shared.queries.ts'
import { conflict, invalid, notFound } from '#server/http/api-error.ts'
import { editContacts, isOtherPerson } from './edit-contacts.ts'
import { staffFormFacts } from './enter-registration.ts'
import { withoutNulls } from './insert-registration.ts'
import { noteFields } from './note-fields.ts'
import { findFieldChange } from './refuse-stale-status.ts'
import { answersOf, listContacts } from './registrations.answers.shared.queries.ts'
import { updateRegistration } from './registrations.changes.queries.ts'
import { insertEvents, type NewEvent } from './registrations.events.shared.queries.ts'
import { findRegistration, type LockedRegistration, lockRegistration } from './registrations.shared.queries.ts'
import {
  closeGap,
  findLastPlace,
  isSameList,
  lockWaitLists,
  type WaitList,
} from './registrations.waitlist.shared.queries.ts'

/** An application with its contacts and answers, and the values after the edit. */
const readEdit = async (tx: SchoolTransaction, row: LockedRegistration, { edit, acting }: Editing) => {
  const year = await getSchoolyear(tx, row.school_year_id)
  const contacts = await listContacts(tx, row.id)
  const stored = answersOf({ ...row, year_start: year.date_start }, contacts)
  const changing = edit.changed.filter((key) => !isSameAnswer(answerAt(edit, key), answerAt(stored, key)))
  const facts = formAsAsked(await staffFormFacts(tx, acting.today), { contacts, meta: stored.meta })
  const context = editContext(facts, [year])
  const validated = changedAnswers(stored, { form: edit, changed: changing }, context)
  const changed = validated.answers ? differingKeys(stored, validated.answers) : []
  return { row, contacts, stored, asked: changing, changed, ...validated }
}
type Edit = Awaited<ReturnType<typeof readEdit>>

/** Answers besides the contacts themselves that change who is asked what. */
const ABOUT_PEOPLE = ['meta.custody', 'meta.second_contact_unreachable']

interface Editing {
  edit: RegistrationEdit
  acting: Acting
}

/** 409 with who changed an answer, when and to what, if that was since the page's version (domain §9a). */
const refuseStaleEdit = async (tx: SchoolTransaction, { row, stored, asked, changed }: Edit, version: number) => {
  const keys = withAddresses([...asked, ...changed])
  const last = await findFieldChange(tx, row, { fields: keys, version })
  if (!last) return
  const changes = row.field_changes as unknown as Record<string, { version: number }>
  const since = keys.filter((key) => (changes[key]?.version ?? 0) > version)
  const fields = Object.fromEntries(withAddresses(since).map((key) => [key, answerAt(stored, key) ?? null]))
  throw conflict(ERROR_TEXTS.stale, { ...last, version: row.version, fields })
}

/** Locks the application, and before it both waiting lists when the edit moves it from one to the other. */
const lockEdit = async (tx: SchoolTransaction, id: number, editing: Editing) => {
  const seen = await findRegistration(tx, id)
  if (!seen) throw notFound()
  const { answers: wanted } = await readEdit(tx, seen, editing)
  const lists = wanted && !isSameList(seen, wanted) ? [seen, wanted] : []
  await lockWaitLists(tx, lists)
  const row = await lockRegistration(tx, id)
  if (!row) throw notFound()
  const edit = await readEdit(tx, row, editing)
  const isLocked = (list: WaitList) => lists.some((one) => isSameList(one, list))
  // Somebody moved it between the first read and the lock, so the page must load it again.
  if (edit.answers && !isSameList(row, edit.answers) && !(isLocked(row) && isLocked(edit.answers))) {
    throw conflict(ERROR_TEXTS.stale)
  }
  return edit
}

/** With another grade or year it leaves its waiting list and joins the other one at the end (domain §3.1). */
const moveList = async (tx: SchoolTransaction, { row }: Edit, { to, now }: { to: WaitList; now: Date }) => {
  if (row.wait_rank === null || isSameList(row, to)) return undefined
  await closeGap(tx, row, row.wait_rank)
  return findLastPlace(tx, to, now)
}

const editOfContacts = ({ row, contacts, stored }: Edit, answers: RegistrationAnswers) => ({
  registrationId: row.id,
  stored: contacts,
  answers,
  wasUnreachable: stored.meta.second_contact_unreachable,
})

const writeEdit = async (
  tx: SchoolTransaction,
  edit: Edit,
  { answers, acting }: { answers: RegistrationAnswers; acting: Acting },
) => {
  const { row, changed } = edit
  const { meta, contacts: _people, ...place } = answers
  const rank = await moveList(tx, edit, { to: answers, now: acting.now })
  const endsWish = isOtherPerson(row.withdraw_requested_position, { stored: edit.contacts, answers })
  await nameAction(tx, 'registration', 'registration_edited')
  const version = await updateRegistration(tx, row.id, {
    ...place,
    ...rank,
    ...(endsWish && NO_WISH),
    entry_type: meta.entry_type,
    meta: JSON.stringify(withoutNulls(meta)),
    field_changes: noteFields(row, changed, acting),
  })
  const people = changed.some((key) => key.startsWith('contacts.') || ABOUT_PEOPLE.includes(key))
  const mailed = people ? await editContacts(tx, editOfContacts(edit, answers)) : []
  return { version, rank, mailed, endsWish }
}

/**
 * Staff change answers of an application (domain §2.3/7, §3.6). Only the named keys are taken from the form. 404 when
 * unknown or in the bin, 409 when withdrawn, transformed or changed meanwhile, 422 by field. Unchanged answers write
 * nothing.
 */
export async function editRegistration(tx: SchoolTransaction, id: number, editing: Editing) {
  const { edit: form, acting } = editing
  const edit = await lockEdit(tx, id, editing)
  const { row, answers, errors, changed } = edit
  const refusal = statusRefusal(row)
  if (refusal) throw conflict(refusal)
  await refuseStaleEdit(tx, edit, form.version)
  if (!answers) throw invalid(errors)
  if (changed.length === 0) return { version: row.version, changed }
  const { version, rank, mailed, endsWish } = await writeEdit(tx, edit, { answers, acting })
  await insertEvents(tx, acting, [
    {
      registration_id: id,
      kind: 'edited',
      fields: changed,
      ...(rank && { from_rank: row.wait_rank, to_rank: rank.wait_rank }),
    },
    ...mailed.map((contact_position): NewEvent => ({ registration_id: id, kind: 'mail_changed', contact_position })),
    ...(endsWish ? [wishEnded(row)] : []),
  ])
  return { version, changed }
}
