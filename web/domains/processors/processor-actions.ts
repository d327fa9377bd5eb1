import type { OwnService } from '#contract/processors/processor.record.ts'
import { type Processor, processorEndpoints } from '#contract/processors/processors.ts'
import { actOnce } from '#web/api/act-once.ts'
import { call } from '#web/api/client.ts'
import { renewReplies } from '#web/api/queries.ts'
import { randomKey } from '#web/api/random-key.ts'
import { confirmDialog } from '#web/shell/dialogs.tsx'
import { hideNotice, notify } from '#web/shell/notify.tsx'

const act = (about: string, send: () => Promise<{ message: string }>) =>
  actOnce(about, async () => {
    const { message } = await send()
    await renewReplies([processorEndpoints.list])
    return message
  })

const bringBack = async ({ id, version: _version, ...facts }: Processor) => {
  const message = await act(`processor ${id}`, () =>
    call(processorEndpoints.add, { body: facts, idempotencyKey: randomKey() }),
  )
  if (message) notify(message)
}

/** Takes a processor off the list, with the way back. */
export const removeProcessor = async (processor: Processor) => {
  const isWanted = await confirmDialog({
    title: 'Auftragsverarbeiter entfernen?',
    message: `${processor.name} steht dann nicht mehr im Verzeichnis. Den Vertrag selbst bewahren Sie bitte weiter auf.`,
    accept: 'Entfernen',
    type: 'negative',
    prefers: 'dismiss',
  })
  if (!isWanted) return
  const about = `processor ${processor.id}`
  hideNotice(about)
  const message = await act(about, () => call(processorEndpoints.remove, { params: { id: processor.id } }))
  if (message) notify(message, { about, undo: () => bringBack(processor) })
}

/** Says that the school runs a service itself, or no longer does, with the way back. */
export const setOwnService = async (kind: OwnService, isOwn: boolean): Promise<void> => {
  const about = `own service ${kind}`
  hideNotice(about)
  const message = await act(about, () => call(processorEndpoints.setOwn, { params: { kind }, body: { is_own: isOwn } }))
  if (message) notify(message, { about, undo: () => setOwnService(kind, !isOwn) })
}

const setReviewed = ({ id, version }: Pick<Processor, 'id' | 'version'>, day: string | null) =>
  act(`processor ${id}`, () => call(processorEndpoints.change, { params: { id }, body: { reviewed_on: day, version } }))

/** Says that the contract was looked at on a day, with the way back. */
export const markProcessorReviewed = async (processor: Processor, day: string) => {
  const { id, name, reviewed_on: before, version } = processor
  const about = `processor ${id}`
  hideNotice(about)
  if (!(await setReviewed(processor, day))) return
  notify(`${name} ist als heute geprüft eingetragen.`, {
    about,
    undo: async () => {
      const message = await setReviewed({ id, version: version + 1 }, before)
      if (message) notify(message)
    },
  })
}
