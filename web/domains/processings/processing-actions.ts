import { counted } from '#contract/counted.ts'
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

const review = ({ key, id, version }: Processing, today: string) => {
  const body = { reviewed_on: today, version }
  return key === null
    ? call(processingEndpoints.change, { params: { id: id ?? 0 }, body })
    : call(processingEndpoints.review, { params: { key }, body })
}

/** Says that activities were looked at today and are still right: one call after the other, for each has its version. */
export const markReviewed = async (activities: readonly Processing[], today: string) => {
  const message = await act(`review ${activities.map(({ title }) => title).join()}`, async () => {
    let last = { message: '' }
    for (const one of activities) last = await review(one, today)
    return last
  })
  const [first, ...others] = activities
  if (message && first)
    notify(
      others.length > 0
        ? `${activities.length} Tätigkeiten sind als geprüft eingetragen.`
        : `„${first.title}“ ist als geprüft eingetragen.`,
    )
}

/** The same for all that nobody has looked at for long, after a question: it stands for having read them. */
export const markAllReviewed = async (activities: readonly Processing[], today: string) => {
  const isWanted = await confirmDialog({
    title: 'Alle heute geprüft?',
    message: `Damit bestätigen Sie, dass Sie ${counted(activities.length, 'Tätigkeit', 'Tätigkeiten')} gelesen haben und alles noch stimmt: ${activities.map(({ title }) => title).join(', ')}.`,
    accept: 'Alle geprüft',
  })
  if (isWanted) await markReviewed(activities, today)
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
