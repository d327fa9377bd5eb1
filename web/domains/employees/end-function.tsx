import type { ClassFunction, EmployeeRow } from '#contract/employees/employees.ts'
import { fullName } from '#contract/person-names.ts'
import { schoolclassEndpoints } from '#contract/schoolclasses/schoolclasses.ts'
import { call } from '#web/api/client.ts'
import { explainFailure } from '#web/api/errors.ts'
import { alertDialog, confirmDialog } from '#web/shell/dialogs.tsx'
import { notify } from '#web/shell/notify.tsx'
import { takingChange } from './class-staff-change.ts'
import { act, actAndTell } from './employee-actions.tsx'
import { loadClassAnew } from './employee-queries.ts'
import { PLANNED_ANEW, roleText } from './function-texts.ts'

interface Ending {
  employee: Pick<EmployeeRow, 'id' | 'firstname' | 'lastname'>
  one: ClassFunction
  today: string
}

/** Takes a class away from today on, or before the function begins; the way back gives it again. */
export const endFunction = async ({ employee, one, today }: Ending) => {
  const { id } = one.schoolclass
  const isToCome = one.date_start > today
  const isWanted = await confirmDialog({
    title: 'Zuordnung beenden?',
    message: `${fullName(employee)} ${isToCome ? 'wird nicht' : 'ist ab heute nicht mehr'} ${roleText(one)}.`,
    accept: 'Beenden',
    type: 'negative',
    prefers: 'dismiss',
  })
  if (!isWanted) return
  const schoolclass = await loadClassAnew(id).catch(explainFailure)
  if (!schoolclass) return
  const from = isToCome ? one.date_start : today
  const taking = takingChange(schoolclass, { employeeId: employee.id, function: one.function, from })
  if (!taking) return alertDialog({ title: 'Hinweis', message: PLANNED_ANEW, type: 'attention' })
  const send = (body: object) => call(schoolclassEndpoints.change, { params: { id }, body })
  const about = `class ${id}`
  const message = await act(about, () => send({ ...taking.change, version: schoolclass.version }))
  if (message === undefined) return
  notify('Die Zuordnung ist beendet.', {
    about: `employee ${employee.id}`,
    undo: () => actAndTell(about, () => send(taking.undo)),
  })
}
