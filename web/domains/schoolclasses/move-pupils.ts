import { fullName } from '#contract/person-names.ts'
import { MOVED_MAX, type MovePupilsReply } from '#contract/schoolclasses.moves.ts'
import { type ClassName, schoolclassEndpoints } from '#contract/schoolclasses.ts'
import { type ApiFailure, call } from '#web/api/client.ts'
import { confirmDialog } from '#web/shell/dialogs.tsx'
import { notify } from '#web/shell/notify.tsx'
import { classAction } from './class-action.ts'
import { childrenText } from './class-texts.ts'

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
  /** The move was taken back; whom it was about first. */
  onUndone?: (pupilId: number | undefined) => void
}

const send = ({ pupils, target, day }: Move, changes_grade: boolean) => {
  const pupil_ids = pupils.map(({ id }) => id)
  const body = { pupil_ids, schoolclass_id: target?.id ?? null, date_start: day, changes_grade }
  return call(schoolclassEndpoints.movePupils, { body })
}

/** What sends each back to class and grade, one call for who came from the same; no grade: they had no place. */
export const wayBack = (moved: MovePupilsReply['moved'], day: string) => {
  const groups = Map.groupBy(moved, (one) => `${one.from_schoolclass_id} ${one.from_schoolgrade_id}`)
  return [...groups.values()].flatMap((group) =>
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
  if (undone) await notify(`Zurückgenommen: ${childrenText(undone)}.`)
}

export const namesOf = (pupils: readonly MovedPupil[]) =>
  pupils.flatMap(({ firstname, lastname, lastname_prefix = null }) =>
    firstname && lastname ? [fullName({ firstname, lastname, lastname_prefix })] : [],
  )

const outcomeText = ({ message, stayed, is_overfull }: MovePupilsReply, { pupils }: Move) => {
  const names = namesOf(pupils.filter(({ id }) => stayed.includes(id)))
  return [
    message,
    names.length > 0 && `Schon dort: ${names.join(', ')}.`,
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
const askForGrade = ({ errors }: ApiFailure) => {
  if (errors.changes_grade === undefined) return undefined
  return confirmDialog({
    title: 'Andere Klassenstufe',
    message: `${errors.changes_grade} Wenn Sie verschieben, wechselt auch die Klassenstufe.`,
    accept: 'Trotzdem verschieben',
    type: 'attention',
    prefers: 'dismiss',
  })
}

/** Moves pupils from a day on, all or none, and offers the way back; true when it is done. */
export const movePupils = async (move: Move): Promise<boolean> => {
  if (move.pupils.length > MOVED_MAX) {
    await notify(`Bitte höchstens ${MOVED_MAX} Kinder auf einmal verschieben.`, { type: 'negative' })
    return false
  }
  let isAgreed = false
  const onRefused = async (failure: ApiFailure) => {
    const answer = await askForGrade(failure)
    isAgreed = answer === true
    return answer !== undefined
  }
  let reply = await classAction({ name: 'move', send: () => send(move, false), onRefused })
  if (isAgreed) reply = await classAction({ name: 'move', send: () => send(move, true) })
  if (reply) await tell(reply, move)
  return reply !== undefined
}
