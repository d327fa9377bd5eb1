import { type Schoolclass, schoolclassEndpoints } from '#contract/schoolclasses/schoolclasses.ts'
import { call } from '#web/api/client.ts'
import { confirmDialog } from '#web/shell/dialogs.tsx'
import { notify } from '#web/shell/notify.tsx'
import { classAction } from './class-action.ts'

type Removable = Pick<Schoolclass, 'id' | 'classgradePlain'>
type Staffed = Removable & Pick<Schoolclass, 'responsible_teachers' | 'assigned_employees'>

/** What goes with the class; nothing that it does not have. */
const withStaff = ({ responsible_teachers, assigned_employees }: Staffed) => {
  const parts = [
    responsible_teachers.length > 0 && 'ihrer Klassenleitung',
    assigned_employees.length > 0 && 'ihren zugeordneten Mitarbeitenden',
  ].filter(Boolean)
  return parts.length > 0 ? ` mit ${parts.join(' und ')}` : ''
}

/** Deletes a class without asking; true when it is gone. */
export const sendRemoval = async ({ id }: Removable) => {
  const reply = await classAction({
    name: `remove ${id}`,
    send: () => call(schoolclassEndpoints.remove, { params: { id } }),
  })
  if (reply) notify(reply.message)
  return reply !== undefined
}

/** A class without pupils: asks, because nothing brings it back. */
export const removeEmptyClass = async (schoolclass: Staffed) => {
  const isWanted = await confirmDialog({
    title: 'Klasse löschen',
    message: `Die Klasse ${schoolclass.classgradePlain} wird${withStaff(schoolclass)} gelöscht.`,
    accept: 'Klasse löschen',
    type: 'negative',
    prefers: 'dismiss',
  })
  return isWanted && sendRemoval(schoolclass)
}
