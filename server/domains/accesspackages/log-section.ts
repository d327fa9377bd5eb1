import { formatDate, momentText } from '#contract/dates.ts'
import { ROLE_LABELS, type Role } from '#contract/permissions.ts'
import { changedFieldLabels } from '#contract/userlog/userlog.fields.ts'
import { actionText } from '#contract/userlog/userlog-labels.ts'
import type { DoneRow, LogRow } from './package-rows.queries.ts'
import { fact } from './shown-facts.ts'
import { entry, section } from './tree.ts'

/** Names of staff are left out. Their privacy counts as well, and the role says enough (CJEU C-579/21). */
const actorOf = ({ user_id, role, ip_trunc, is_by_operator }: LogRow, self: number | null) => {
  if (is_by_operator) return 'Der Betreiber des Programms'
  if (self !== null && user_id === self) return 'Dieses Konto'
  if (user_id === null) return ip_trunc === null ? 'Das Programm' : 'Jemand ohne Anmeldung, etwa die Familie,'
  return role === null ? 'Ein Konto ohne Rolle' : (ROLE_LABELS[role as Role] ?? 'Ein Konto')
}

const INTRO =
  'Was im Programm mit diesen Angaben geschah, aus den letzten zwölf Monaten. Genannt wird die Rolle, nicht der Name der Beschäftigten.'

const lineOf = (row: LogRow, self: number | null) => {
  const changed = changedFieldLabels(row.changed_fields, row.entity_type).join(', ')
  return entry([
    { key: 'created_at', label: 'Wann', value: row.created_at, text: momentText(row.created_at) },
    { key: 'action', label: 'Was', value: row.action, text: `${actorOf(row, self)} ${actionText(row)}` },
    ...(changed ? [fact('changed_fields', 'Felder', changed)] : []),
  ])
}

/**
 * The log about somebody; `self` is the account of this person. Refused attempts changed nothing and are left to the
 * school.
 */
export const logSection = (rows: readonly LogRow[], self: number | null = null) => {
  const done = rows.filter(({ result }) => result === 'ok')
  return section('log', self === null ? 'Protokoll' : 'Protokoll zum Benutzerkonto', {
    paragraphs: [INTRO, ...(done.length === 0 ? ['Dazu gibt es keine Einträge.'] : [])],
    entries: done.map((row) => lineOf(row, self)),
  })
}

const DONE_INTRO =
  'Was mit diesem Konto getan wurde, je Tag gezählt, aus den letzten zwölf Monaten. Welche Kinder es betraf, gehört zu deren Angaben.'

/** What an account did. */
export const doneSection = (rows: readonly DoneRow[]) =>
  section('done', 'Was mit dem Konto getan wurde', {
    paragraphs: [DONE_INTRO, ...(rows.length === 0 ? ['Dazu gibt es keine Einträge.'] : [])],
    entries: rows.map(({ day, action, entity_type, times, ip_truncs }) =>
      entry([
        { key: 'day', label: 'Tag', value: day, text: formatDate(day) },
        {
          key: 'action',
          label: 'Was',
          value: action,
          text: actionText({ action, entity_type, changed_fields: [], result: 'ok' }),
        },
        { key: 'times', label: 'Anzahl', value: times, text: `${times}-mal` },
        ...(ip_truncs.length > 0 ? [fact('ip_trunc', 'Netz', ip_truncs.join(', '))] : []),
      ]),
    ),
  })
