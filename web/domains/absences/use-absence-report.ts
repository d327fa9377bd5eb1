import { useQuery } from '@tanstack/react-query'
import { type AbsenceReport, absenceEndpoints, HALVES, isHalfOver } from '#contract/absences/absences.ts'
import { childrenText } from '#contract/counted.ts'
import { schoolclassEndpoints } from '#contract/schoolclasses/schoolclasses.ts'
import { useMay, useToday } from '#web/api/base-data.ts'
import { queryFor, useCall } from '#web/api/queries.ts'
import { useUrlSearch } from '#web/lists/use-url-search.ts'
import { confirmDialog } from '#web/shell/dialogs.tsx'
import { notify } from '#web/shell/notify.tsx'
import { HALF_NAMES } from './absence-texts.ts'

/** Classes of the active year that somebody may choose from. */
export const reportClassesQuery = queryFor(schoolclassEndpoints.list, {}, { quiet: true })

/** What is no longer true once a half-year was closed or freed. */
const CHANGED_BY_CLOSING = [absenceEndpoints.report, absenceEndpoints.pupil]

/** What the address names; missing: the server finds the half-year of today. */
const wishedHalf = (wish: string | undefined) => HALVES.find((half) => String(half) === wish)

const KEPT = 'Danach ändern sich die Zahlen nicht mehr, auch wenn Meldungen oder freie Tage geändert werden.'

/** What is still missing is said before the numbers are kept. */
const closingText = ({ rows }: AbsenceReport) => {
  const open = rows.filter(({ is_closed, count }) => !is_closed && count.days_open + count.lessons_open > 0).length
  return open === 0 ? KEPT : `Bei ${childrenText(open)} ist noch nicht alles entschuldigt. ${KEPT}`
}

const bodyOf = ({ schoolclass, half }: AbsenceReport) => ({ schoolclass_id: schoolclass.id, half })
const titleOf = ({ schoolclass, half }: AbsenceReport) =>
  `${HALF_NAMES[half]} der Klasse ${schoolclass.classgradePlain}`
const aboutOf = ({ schoolclass, half }: AbsenceReport) => `absence report ${schoolclass.id} ${half}`

/** Which class and half-year the address names, what stands on their reports, and keeping or freeing it. */
export const useAbsenceReport = () => {
  const { get, set } = useUrlSearch()
  const today = useToday()
  const mayClose = useMay()('manage pupil')
  const { data: schoolclasses = [] } = useQuery(reportClassesQuery)
  const wished = Number(get('klasse'))
  const classId = Number.isSafeInteger(wished) && wished > 0 ? wished : schoolclasses[0]?.id
  const wish = wishedHalf(get('halbjahr'))
  const report = useQuery({
    ...queryFor(
      absenceEndpoints.report,
      { query: { schoolclass_id: classId ?? 0, half: wish } },
      { quiet: true, keepPrevious: true },
    ),
    enabled: classId !== undefined,
  })
  const close = useCall(absenceEndpoints.close, { invalidates: CHANGED_BY_CLOSING })
  const reopen = useCall(absenceEndpoints.reopen, { invalidates: CHANGED_BY_CLOSING })
  const { data } = report
  const half = wish ?? data?.half

  const askToClose = async () => {
    if (!data) return
    const title = `${titleOf(data)} festschreiben?`
    if (!(await confirmDialog({ title, message: closingText(data), accept: 'Festschreiben' }))) return
    const body = bodyOf(data)
    const reply = await close.run({ body })
    if (!reply) return
    const undo = async () => void (await reopen.run({ body: { ...body, only: reply.closed } }))
    notify(reply.message, { about: aboutOf(data), ...(reply.closed.length > 0 && { undo }) })
  }

  const askToReopen = async () => {
    if (!data) return
    const title = `${titleOf(data)} wieder freigeben?`
    const message = 'Die festgeschriebenen Zahlen gehen verloren; gezählt wird nach den Meldungen von heute.'
    if (!(await confirmDialog({ title, message, accept: 'Freigeben', prefers: 'dismiss' }))) return
    const reply = await reopen.run({ body: bodyOf(data) })
    if (reply) notify(reply.message, { about: aboutOf(data) })
  }

  const closedCount = data?.rows.filter(({ is_closed }) => is_closed).length ?? 0
  const isOver = data !== undefined && isHalfOver(data, today)
  return {
    ...{ today, report, schoolclasses, classId, half, closedCount, isOver, askToClose, askToReopen },
    isRunning: close.isRunning || reopen.isRunning,
    mayCloseNow: mayClose && isOver && data !== undefined && closedCount < data.rows.length,
    mayReopenNow: mayClose && closedCount > 0,
    choose: (changes: { klasse?: string; halbjahr?: string }) => set(changes),
  }
}
export type ReportState = ReturnType<typeof useAbsenceReport>
