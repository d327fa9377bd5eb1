import { type Schoolclass, schoolclassEndpoints } from '#contract/schoolclasses.ts'
import { call } from '#web/api/client.ts'
import { confirmDialog } from '#web/shell/dialogs.tsx'
import { notify } from '#web/shell/notify.tsx'
import { classAction } from './class-action.ts'

type Removable = Pick<Schoolclass, 'id' | 'classgradePlain'>

/** Deletes a class without asking; true when it is gone. */
export const sendRemoval = async ({ id }: Removable) => {
  const reply = await classAction({
    name: `remove ${id}`,
    send: () => call(schoolclassEndpoints.remove, { params: { id } }),
  })
  if (reply) await notify(reply.message)
  return reply !== undefined
}

/** A class without pupils: asks, because nothing brings it back. */
export const removeEmptyClass = async (schoolclass: Removable) => {
  const isWanted = await confirmDialog({
    title: 'Klasse löschen',
    message: `Die Klasse ${schoolclass.classgradePlain} wird mit ihrer Klassenleitung und ihren zugeordneten Mitarbeitenden gelöscht.`,
    accept: 'Klasse löschen',
    type: 'negative',
    prefers: 'dismiss',
  })
  return isWanted && sendRemoval(schoolclass)
}
