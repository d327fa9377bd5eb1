import { childrenText } from '#contract/counted.ts'
import { fullName } from '#contract/person-names.ts'
import { MOVED_MAX, type MovePupilsReply } from '#contract/schoolclasses/schoolclasses.moves.ts'
import { type ClassName, schoolclassEndpoints } from '#contract/schoolclasses/schoolclasses.ts'
import { type ApiFailure, call } from '#web/api/client.ts'
import { confirmDialog } from '#web/shell/dialogs.tsx'
import { notify } from '#web/shell/notify.tsx'
import { classAction } from './class-action.ts'

/** Without a name where many were chosen at once: then it is not mentioned. */
export interface MovedPupil {
  id: number
  firstname?: string
  lastname?: string
  lastname_prefix?: string | null
}

interface Move {
  pupils: readonly MovedPupil[]
  /** Null: the class is open. */
  target: Pick<ClassName, 'id' | 'classgradePlain'> | null
  /** First day in the new class. */
  day: string
  /** After each portion how many are done, where there are several. */
  onProgress?: (done: number) => void
  /** The move was taken back; whom it was about first. */
  onUndone?: (pupilId: number | undefined) => void
}

const send = ({ pupils, target, day }: Move, changes_grade: boolean) => {
  const pupil_ids = pupils.map(({ id }) => id)
  const body = { pupil_ids, schoolclass_id: target?.id ?? null, date_start: day, changes_grade }
  return call(schoolclassEndpoints.movePupils, { body })
}

/** In the portions that the server moves at once. */
export const portionsOf = <T>(all: readonly T[]) =>
  Array.from({ length: Math.ceil(all.length / MOVED_MAX) }, (_, at) => all.slice(at * MOVED_MAX, (at + 1) * MOVED_MAX))

/** What sends each back to class and grade, one call for who came from the same; no grade: they had no place. */
export const wayBack = (moved: MovePupilsReply['moved'], day: string) => {
  const groups = Map.groupBy(moved, (one) => `${one.from_schoolclass_id} ${one.from_schoolgrade_id}`)
  return [...groups.values()].flatMap(portionsOf).flatMap((group) =>
    group.slice(0, 1).map(({ from_schoolclass_id: schoolclass_id, from_schoolgrade_id: grade }) => ({
      pupil_ids: group.map(({ pupil_id }) => pupil_id),
      schoolclass_id,
      ...(grade === null ? {} : { schoolgrade_id: grade }),
      date_start: day,
    })),
  )
}

/** On the same day: what the server then restores is what was there before. */
const takeBack = async (moved: MovePupilsReply['moved'], { day, onUndone }: Move) => {
  const undone = await classAction({
    name: 'undo move',
    send: async () => {
      for (const body of wayBack(moved, day)) await call(schoolclassEndpoints.movePupils, { body })
      return moved.length
    },
  })
  if (undone) onUndone?.(moved[0]?.pupil_id)
  if (undone) notify(`Zurückgenommen: ${childrenText(undone)}.`)
}

export const namesOf = (pupils: readonly MovedPupil[]) =>
  pupils.flatMap(({ firstname, lastname, lastname_prefix = null }) =>
    firstname && lastname ? [fullName({ firstname, lastname, lastname_prefix })] : [],
  )

/** So many names stand in a notice; of more their number. */
const NAMED_MAX = 10

const outcomeText = ({ message, stayed, is_overfull }: MovePupilsReply, { pupils }: Move) => {
  const names = stayed.length > NAMED_MAX ? [] : namesOf(pupils.filter(({ id }) => stayed.includes(id)))
  return [
    message,
    stayed.length > 0 && `Schon dort: ${names.join(', ') || childrenText(stayed.length)}.`,
    is_overfull && 'Die Klasse ist damit überbelegt.',
  ]
    .filter(Boolean)
    .join(' ')
}

const tell = (reply: MovePupilsReply, move: Move) =>
  notify(outcomeText(reply, move), {
    about: 'moved pupils',
    ...(reply.moved.length > 0 ? { undo: () => takeBack(reply.moved, move) } : {}),
  })

/** The server names who has another grade: they may change it with the class (ux §3.5). */
const askForGrade = ({ errors }: ApiFailure, isOfMany: boolean) => {
  if (errors.changes_grade === undefined) return undefined
  const others = isOfMany ? ' Das gilt auch für die übrigen Kinder, nach denen nicht noch einmal gefragt wird.' : ''
  return confirmDialog({
    title: 'Andere Klassenstufe',
    message: `${errors.changes_grade} Mit der Klasse wechselt auch die Klassenstufe.${others}`,
    accept: 'Trotzdem wechseln',
    type: 'attention',
    prefers: 'dismiss',
  })
}

/** One portion, all or none; undefined: it was refused, which is said. Whoever agreed once is not asked again. */
const movePortion = async (move: Move, agreed: { isOfMany: boolean; toGrade: boolean }) => {
  const onRefused = async (failure: ApiFailure) => {
    const answer = await askForGrade(failure, agreed.isOfMany)
    agreed.toGrade = answer === true
    return answer !== undefined
  }
  const hadAgreed = agreed.toGrade
  const reply = await classAction({ name: 'move', send: () => send(move, hadAgreed), onRefused })
  if (reply || hadAgreed || !agreed.toGrade) return reply
  return classAction({ name: 'move', send: () => send(move, true) })
}

/** The portions that are done as one move, of so many that were meant. */
export const joinReplies = (replies: readonly MovePupilsReply[], meant: number): MovePupilsReply | undefined => {
  const [first, ...others] = replies
  if (!first || others.length === 0) return first
  const moved = replies.flatMap((reply) => reply.moved)
  const stayed = replies.flatMap((reply) => reply.stayed)
  const left = meant - moved.length - stayed.length
  const done = `Zugewiesen: ${childrenText(moved.length)}.`
  return {
    message: left > 0 ? `${done} Bei ${childrenText(left)} hat sich nichts geändert.` : done,
    moved,
    stayed,
    is_overfull: replies.some((reply) => reply.is_overfull),
  }
}

/**
 * Moves pupils from a day on and offers the way back; true when it is done. More than the server moves at once go in
 * portions, each of them all or none: where one is refused those before it stay moved, and the notice says so.
 */
export const movePupils = async (move: Move): Promise<boolean> => {
  const portions = portionsOf(move.pupils)
  const agreed = { isOfMany: portions.length > 1, toGrade: false }
  const replies: MovePupilsReply[] = []
  for (const [index, pupils] of portions.entries()) {
    const reply = await movePortion({ ...move, pupils }, agreed)
    if (!reply) break
    replies.push(reply)
    move.onProgress?.(Math.min((index + 1) * MOVED_MAX, move.pupils.length))
  }
  const whole = joinReplies(replies, move.pupils.length)
  if (whole) await tell(whole, move)
  return whole !== undefined
}
