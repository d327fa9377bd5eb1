import type { PupilHistoryChange, PupilHistoryEntry } from '#contract/pupils/pupils.notes.ts'
import { changedFieldLabels } from '#contract/userlog/userlog.fields.ts'
import { actionText, actorName } from '#contract/userlog/userlog-labels.ts'

/** A log line about a child or rows that belong to it. */
export interface HistoryRow {
  id: number
  created_at: string
  user_id: number | null
  user_name: string | null
  ip_trunc: string | null
  action: string
  entity_type: string
  entity_id: number | null
  changed_fields: string[]
  request_id: string | null
}

/** Somebody around the child, found by table and id of a row about them. */
export interface HistoryPerson {
  /** One person may have several rows. */
  key: string
  name: string
  /** The current values of the switches in this row. */
  switches: Record<string, boolean>
}
export type HistoryPeople = ReadonlyMap<string, HistoryPerson>

export const rowKey = (table: string, id: number | null) => `${table} ${id}`

/** On the page of the child itself it is clear that the entry is about a child. */
const OWN_TEXTS: Partial<Record<string, string>> = {
  pupil_created: 'hat das Kind angelegt',
  pupil_updated: 'hat geändert',
  pupil_imported: 'hat das Kind importiert',
  pupil_deleted: 'hat das Kind gelöscht',
  pupil_mass_deleted: 'hat das Kind gelöscht',
  pupil_restored: 'hat das Kind wiederhergestellt',
  pupil_left: 'hat den Abgang eingetragen',
  pupil_exit_taken_back: 'hat den Abgang zurückgenommen',
  pupil_link_revoked: 'hat den Elternlink gesperrt',
  uuid_rotated: 'hat den Elternlink erneuert',
  class_changed: 'hat das Kind in eine andere Klasse versetzt',
  pupil_schoolclass_created: 'hat die Klasse zugewiesen',
  pupil_schoolclass_updated: 'hat die Zugehörigkeit zu einer Klasse geändert',
  pupil_guardian_deleted: 'hat eine sorgeberechtigte Person entfernt',
  pupil_contact_person_deleted: 'hat eine Kontaktperson entfernt',
  data_check_accepted: 'hat Änderungen der Familie aus dem Datenabgleich übernommen',
  pupil_note_created: 'hat eine Notiz geschrieben',
  pupil_note_updated: 'hat eine Notiz geändert',
  pupil_note_deleted: 'hat eine Notiz gelöscht',
}
const IMPORT_CHANGED = 'hat beim Import geändert'
const ORDER_CHANGED = 'hat die Reihenfolge im Notfall geändert'

const PERSON_TABLES = ['guardian', 'pupil_guardian', 'pupil_contact_person']
const PLACES = ['emergency_priority', 'priority']

const isCreation = ({ action }: HistoryRow) => action.endsWith('_created')
const isOfPerson = ({ entity_type }: HistoryRow) => PERSON_TABLES.includes(entity_type)

/** The child's own line when more than some fields changed, not by a data check; the changes of rows below the child follow it. */
const isLeading = ({ entity_type, action }: HistoryRow) =>
  entity_type === 'pupil' &&
  action !== 'pupil_updated' &&
  !action.startsWith('data_check_') &&
  !PERSON_TABLES.some((table) => action.startsWith(`${table}_`))

/** The other lines that appear beside the leading line: not rows created together with the child, nor its classes. */
const isDescribedBeside = (row: HistoryRow) =>
  isLeading(row) || !(isCreation(row) || row.entity_type === 'pupil_schoolclass')

/**
 * The new values of the switches, by log line. The log stores no values (domain §1.12), but the current value is that
 * of the last change, and before each change it was the opposite. Rows come newest first.
 */
function switchTexts(rows: readonly HistoryRow[], people: HistoryPeople) {
  const next = new Map<string, boolean>()
  const becameOf = (row: HistoryRow, field: string) => {
    const key = `${rowKey(row.entity_type, row.entity_id)} ${field}`
    const became = next.get(key) ?? people.get(rowKey(row.entity_type, row.entity_id))?.switches[field]
    if (became !== undefined) next.set(key, !became)
    return became
  }
  return new Map(
    rows.map((row) => [
      row.id,
      row.changed_fields
        .filter((field) => !PLACES.includes(field))
        .flatMap((field) => {
          const became = isCreation(row) ? undefined : becameOf(row, field)
          const labels = changedFieldLabels([field], row.entity_type)
          return became === undefined ? labels : labels.map((label) => `${label}: ${became ? 'ja' : 'nein'}`)
        }),
    ]),
  )
}

type Labels = ReadonlyMap<number, string[]>

/** What happened to one person: entered, or the changed fields. */
function describePerson(rows: readonly HistoryRow[], name: string, labels: Labels): PupilHistoryChange[] {
  const isEntered = rows.some(
    (row) => row.entity_type !== 'guardian' && (isCreation(row) || row.changed_fields.length === 0),
  )
  if (isEntered) return [{ text: `hat ${name} eingetragen`, fields: [] }]
  const fields = rows.filter((row) => !isCreation(row)).flatMap(({ id }) => labels.get(id) ?? [])
  return fields.length > 0 ? [{ text: `hat Angaben zu ${name} geändert`, fields: [...new Set(fields)] }] : []
}

function describePeople(rows: readonly HistoryRow[], people: HistoryPeople, labels: Labels): PupilHistoryChange[] {
  const known = rows.flatMap((row) => {
    const person = people.get(rowKey(row.entity_type, row.entity_id))
    return person ? [{ row, person }] : []
  })
  return [...Map.groupBy(known, ({ person }) => person.key).values()].flatMap((told) =>
    describePerson(
      told.map(({ row }) => row),
      told[0]?.person.name ?? '',
      labels,
    ),
  )
}

/**
 * People who are added or removed change the positions of others; only in other cases somebody changed the order
 * itself.
 */
const describeOrder = (rows: readonly HistoryRow[]): PupilHistoryChange[] => {
  const comesOrGoes = rows.some(({ action }) => /_(created|deleted|imported)$/.test(action))
  const isOrdered = rows.some(({ changed_fields }) => changed_fields.some((field) => PLACES.includes(field)))
  return isOrdered && !comesOrGoes ? [{ text: ORDER_CHANGED, fields: [] }] : []
}

/**
 * The text of the child's own line or of a note, a class or a consent; fields only where they say more than the
 * sentence.
 */
const describeRow = (row: HistoryRow, labels: Labels): PupilHistoryChange[] => {
  const { action } = row
  const fields = labels.get(row.id) ?? []
  if (action === 'pupil_imported' && row.entity_type === 'pupil' && fields.length > 0)
    return [{ text: IMPORT_CHANGED, fields }]
  if (action === 'pupil_updated') return fields.length > 0 ? [{ text: OWN_TEXTS[action] ?? action, fields }] : []
  const text = OWN_TEXTS[action] ?? actionText({ ...row, result: 'ok' })
  const hasFields = action.endsWith('_updated') || action === 'data_check_accepted'
  return [{ text, fields: hasFields && row.entity_type !== 'pupil_note' ? fields : [] }]
}

const onceByText = (changes: readonly PupilHistoryChange[]) =>
  changes.filter(({ text }, index) => changes.findIndex((one) => one.text === text) === index)

function describeTogether(rows: readonly HistoryRow[], people: HistoryPeople, labels: Labels): PupilHistoryEntry[] {
  const [newest] = rows
  if (!newest) return []
  const described = rows.some(isLeading) ? rows.filter(isDescribedBeside) : rows
  const changes = onceByText([
    ...described.filter((row) => !isOfPerson(row)).flatMap((row) => describeRow(row, labels)),
    ...describePeople(described.filter(isOfPerson), people, labels),
    ...describeOrder(rows),
  ])
  if (changes.length === 0) return []
  const by = newest.user_id === null && newest.ip_trunc === null ? null : actorName(newest)
  return [{ id: newest.id, at: newest.created_at, by, changes }]
}

/**
 * A child's log as readable text, newest first: everything that one request did is one entry, which names the person it
 * is about.
 */
export function describeHistory(rows: readonly HistoryRow[], people: HistoryPeople): PupilHistoryEntry[] {
  const labels = switchTexts(rows, people)
  const together = Map.groupBy(rows, ({ request_id, created_at, user_id }) => request_id ?? `${created_at} ${user_id}`)
  return [...together.values()].flatMap((group) => describeTogether(group, people, labels))
}
