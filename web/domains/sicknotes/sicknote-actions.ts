import { counted } from '#contract/counted.ts'
import { addDays } from '#contract/dates.ts'
import { fullName } from '#contract/person-names.ts'
import { sicknoteChangeEndpoints } from '#contract/sicknotes/sicknotes.change.ts'
import type { LeaveDecision, Sicknote } from '#contract/sicknotes/sicknotes.ts'
import { actOnce } from '#web/api/act-once.ts'
import { call } from '#web/api/client.ts'
import { confirmDialog } from '#web/shell/dialogs.tsx'
import { notify } from '#web/shell/notify.tsx'
import { refreshSicknotes } from './sicknote-queries.ts'

type Named = Pick<Sicknote, 'id' | 'pupil'>

const about = ({ id }: Pick<Sicknote, 'id'>) => `sicknote ${id}`

/** One call about some notes; refused or not, what is stored now is shown. */
const act = <R>(doing: string, send: () => Promise<R>) =>
  actOnce(doing, async () => {
    try {
      return await send()
    } finally {
      void refreshSicknotes()
    }
  })

/** With the name where it is about one child: a way back says whose. */
const noticeTextOf = (notes: readonly Named[], message: string) => {
  const [first] = notes
  const isOne = first && notes.every(({ pupil }) => pupil.id === first.pupil.id)
  return isOne ? `${fullName(first.pupil)}: ${message}` : message
}

const see = (ids: number[], seen: boolean) => call(sicknoteChangeEndpoints.see, { body: { ids, seen } })

/** Seen without a word, the chip says it; several at once with the way back. Answers whether it is done. */
export const markSeen = async (notes: readonly Named[], seen = true) => {
  const ids = notes.map(({ id }) => id)
  const reply = await act(`see ${ids}`, () => see(ids, seen))
  if (reply && ids.length > 1) {
    const undo = () => void act(`see ${ids}`, () => see(reply.changed_ids, !seen))
    notify(noticeTextOf(notes, reply.message), {
      about: `sicknotes ${ids}`,
      ...(reply.changed_ids.length > 0 && { undo }),
    })
  }
  return reply !== undefined
}

type ExcuseChoice = 'open' | 'excused' | 'unexcused'

const excuse = (ids: number[], state: ExcuseChoice | 'before') =>
  call(sicknoteChangeEndpoints.excuse, { body: { ids, state } })

/** A leave is decided, not excused; what needs no excuse stays so. */
export const takesExcuse = ({ excuse_state, value }: Sicknote) =>
  excuse_state !== 'not_required' && value.reason !== 'leave'

/** Excused, not excused or open again, for one or many; the way back restores each as it was. */
export const setExcuse = async (notes: readonly Sicknote[], state: ExcuseChoice) => {
  const concerned = notes.filter(takesExcuse)
  const ids = concerned.map(({ id }) => id)
  if (ids.length === 0) {
    notify('Für diese Krankmeldungen ist keine Entschuldigung nötig.', { type: 'info' })
    return false
  }
  const reply = await act(`excuse ${ids}`, () => excuse(ids, state))
  if (!reply) return false
  const undo = () => void act(`excuse ${ids}`, () => excuse(reply.changed_ids, 'before'))
  const about = concerned.length === 1 ? `sicknote ${ids[0]}` : `sicknotes ${ids}`
  notify(noticeTextOf(concerned, reply.message), { about, ...(reply.changed_ids.length > 0 && { undo }) })
  return true
}

/** Takes back that a note was deleted, also long after. */
export const restoreNote = ({ id }: Pick<Sicknote, 'id'>) =>
  void act(`restore ${id}`, async () => {
    const { message } = await call(sicknoteChangeEndpoints.restore, { params: { id } })
    notify(message)
  })

/** Cancelled at once; the notice has the way back (ux §2). */
export const cancelNote = async (note: Named) => {
  const { id } = note
  const reply = await act(`cancel ${id}`, () => call(sicknoteChangeEndpoints.cancel, { params: { id } }))
  if (reply) notify(reply.message, { about: about(note), undo: () => restoreNote(note) })
  return reply !== undefined
}

/** Up to this number no question is asked; undoing more takes a while to read. */
const UNASKED_MAX = 10

const isSure = (count: number) =>
  count <= UNASKED_MAX ||
  confirmDialog({
    title: `${count} Meldungen löschen?`,
    message: 'Die Kinder gelten dann an diesen Tagen nicht mehr als abwesend.',
    accept: 'Löschen',
    type: 'negative',
  })

/** Several, each by its own call: it stops at the first that is refused. */
export const cancelNotes = async (notes: readonly Named[]) => {
  const [first] = notes
  if (notes.length === 1 && first) return cancelNote(first)
  if (!(await isSure(notes.length))) return false
  const done: Named[] = []
  await act(`cancel ${notes.map(({ id }) => id)}`, async () => {
    for (const note of notes) {
      await call(sicknoteChangeEndpoints.cancel, { params: { id: note.id } })
      done.push(note)
    }
  })
  const undo = () =>
    void act(`restore ${done.map(({ id }) => id)}`, async () => {
      for (const { id } of done) await call(sicknoteChangeEndpoints.restore, { params: { id } })
    })
  if (done.length > 0)
    notify(noticeTextOf(done, `${counted(done.length, 'Meldung', 'Meldungen')} gelöscht.`), {
      about: `sicknotes ${done.map(({ id }) => id)}`,
      undo,
    })
  return done.length === notes.length
}

interface Entered {
  ids: readonly number[]
  /** Cancelled for the new ones. */
  replaced_ids: readonly number[]
  /** Given another reason. */
  mended: readonly { id: number; version: number }[]
}

/** Takes back what was just entered. What it replaced comes after it: an absence stands only once. */
export const takeEntryBack = ({ ids, replaced_ids, mended }: Entered) =>
  void act(`take back ${[...ids, ...mended.map(({ id }) => id)]}`, async () => {
    for (const id of ids) await call(sicknoteChangeEndpoints.cancel, { params: { id } })
    for (const id of replaced_ids) await call(sicknoteChangeEndpoints.restore, { params: { id } })
    for (const { id, version } of mended)
      await call(sicknoteChangeEndpoints.restoreReason, { params: { id }, body: { version } })
  })

const setEnd = (id: number, body: { dateEnd: string; version?: number; accepts_free_days?: boolean }) =>
  call(sicknoteChangeEndpoints.change, { params: { id }, body })

/** The child is back today: the note ends yesterday; one that began today is no absence at all. */
export const endNote = async (note: Sicknote, today: string) => {
  const { id, value, version, pupil } = note
  const yesterday = addDays(today, -1)
  if (value.dateStart > yesterday) return cancelNote(note)
  const end = (dateEnd: string) => setEnd(id, { dateEnd, accepts_free_days: true })
  const reply = await act(`end ${id}`, () => setEnd(id, { dateEnd: yesterday, version, accepts_free_days: true }))
  const undo = () => void act(`end ${id}`, () => end(value.dateEnd))
  if (reply) notify(`${fullName(pupil)} ist wieder da.`, { about: about(note), undo })
  return reply !== undefined
}

type Certificate = { requested?: boolean; seen?: boolean }

const setCertificate = (id: number, body: Certificate) =>
  act(`certificate ${id}`, () => call(sicknoteChangeEndpoints.certificate, { params: { id }, body }))

/** Asked for, seen, or taken back. */
export const changeCertificate = async (note: Sicknote, change: Certificate) => {
  const before: Certificate = {
    ...('requested' in change && { requested: note.certificate_requested_at != null }),
    ...('seen' in change && { seen: note.certificate_seen_at != null }),
  }
  const reply = await setCertificate(note.id, change)
  if (reply)
    notify(noticeTextOf([note], reply.message), {
      about: about(note),
      undo: () => void setCertificate(note.id, before),
    })
}

const decide = (id: number, decision: LeaveDecision) =>
  act(`decide ${id}`, () => call(sicknoteChangeEndpoints.decide, { params: { id }, body: { decision } }))

/** Granted or refused; a refused leave is no absence and leaves the list, so that the way back matters. */
export const decideLeave = async (note: Sicknote, decision: LeaveDecision) => {
  const before = note.leave?.decision ?? 'pending'
  const reply = await decide(note.id, decision)
  if (reply) notify(reply.message, { about: about(note), undo: () => void decide(note.id, before) })
}
