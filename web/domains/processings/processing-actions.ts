import { type Processing, processingEndpoints, type StoredProcessing } from '#contract/processings/processings.ts'
import { actOnce } from '#web/api/act-once.ts'
import { call } from '#web/api/client.ts'
import { renewReplies } from '#web/api/queries.ts'
import { randomKey } from '#web/api/random-key.ts'
import { confirmDialog } from '#web/shell/dialogs.tsx'
import { hideNotice, notify } from '#web/shell/notify.tsx'

const act = (about: string, send: () => Promise<{ message: string }>) =>
  actOnce(about, async () => {
    const { message } = await send()
    await renewReplies([processingEndpoints.get])
    return message
  })

/** Says that an activity was looked at today and is still right. */
export const markReviewed = async ({ key, id, title, version }: Processing, today: string) => {
  const body = { reviewed_on: today, version }
  const message = await act(`processing ${title}`, () =>
    key === null
      ? call(processingEndpoints.change, { params: { id: id ?? 0 }, body })
      : call(processingEndpoints.review, { params: { key }, body }),
  )
  if (message) notify(`„${title}“ ist als geprüft eingetragen.`)
}

const bringBack = async ({ id, version: _version, ...facts }: StoredProcessing) => {
  const message = await act(`processing ${id}`, () =>
    call(processingEndpoints.add, { body: facts, idempotencyKey: randomKey() }),
  )
  if (message) notify(message)
}

/** Takes an own activity out of the register, with the way back. */
export const removeProcessing = async (processing: StoredProcessing) => {
  const { id, title } = processing
  const isWanted = await confirmDialog({
    title: 'Tätigkeit entfernen?',
    message: `„${title}“ steht dann nicht mehr im Verzeichnis.`,
    accept: 'Entfernen',
    type: 'negative',
    prefers: 'dismiss',
  })
  if (!isWanted) return
  const about = `processing ${id}`
  hideNotice(about)
  const message = await act(about, () => call(processingEndpoints.remove, { params: { id } }))
  if (message) notify(message, { about, undo: () => bringBack(processing) })
}
