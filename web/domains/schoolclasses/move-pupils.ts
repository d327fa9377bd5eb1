import { type ClassName, MOVED_MAX, SCHOOLCLASS_TEXTS, schoolclassEndpoints } from '#contract/schoolclasses.ts'
import type { ApiFailure, Reply } from '#web/api/client.ts'
import { call } from '#web/api/client.ts'
import { randomKey } from '#web/api/random-key.ts'
import { confirmDialog } from '#web/shell/dialogs.tsx'
import { notify } from '#web/shell/notify.tsx'
import { classAction } from './class-action.ts'
import { childrenText } from './class-texts.ts'

interface Move {
  pupilIds: readonly number[]
  /** Null: the class is open. */
  target: Pick<ClassName, 'id' | 'classgradePlain'> | null
  /** First day in the new class. */
  day: string
}

type MoveReply = Reply<typeof schoolclassEndpoints.movePupils>

const send = ({ pupilIds, target, day }: Move, changes_grade: boolean) =>
  call(schoolclassEndpoints.movePupils, {
    body: { pupil_ids: [...pupilIds], schoolclass_id: target?.id ?? null, date_start: day, changes_grade },
    idempotencyKey: randomKey(),
  })

/** Each back to where it came from, on the same day: what the server then restores is what was there before. */
const takeBack = async (moved: MoveReply['moved'], { day }: Move) => {
  const origins = [...new Set(moved.map(({ from_schoolclass_id }) => from_schoolclass_id))]
  const undone = await classAction({
    name: 'undo move',
    send: async () => {
      for (const schoolclass_id of origins) {
        const pupil_ids = moved.filter((one) => one.from_schoolclass_id === schoolclass_id).map((one) => one.pupil_id)
        await call(schoolclassEndpoints.movePupils, {
          body: { pupil_ids, schoolclass_id, date_start: day, changes_grade: true },
          idempotencyKey: randomKey(),
        })
      }
      return moved.length
    },
  })
  if (undone) await notify(`Zurückgenommen: ${childrenText(undone)}.`)
}

const outcomeText = ({ message, stayed, is_overfull }: MoveReply) =>
  [message, stayed.length > 0 && `Schon dort: ${stayed.join(', ')}.`, is_overfull && 'Die Klasse ist damit überbelegt.']
    .filter(Boolean)
    .join(' ')

const tell = (reply: MoveReply, move: Move) =>
  notify(outcomeText(reply), {
    about: 'moved pupils',
    ...(reply.moved.length > 0 ? { undo: () => takeBack(reply.moved, move) } : {}),
  })

/** What the refusal begins with, before the names. */
const OTHER_GRADE = SCHOOLCLASS_TEXTS.otherGrade('').slice(0, -1)

/** The server names who has another grade: they may change it with the class (ux §3.5). */
const askForGrade = (failure: ApiFailure) => {
  const reason = failure.errors.pupil_ids
  if (!reason?.startsWith(OTHER_GRADE)) return undefined
  return confirmDialog({
    title: 'Andere Klassenstufe',
    message: `${reason} Wenn Sie verschieben, wechselt auch die Klassenstufe.`,
    accept: 'Trotzdem verschieben',
    type: 'attention',
    prefers: 'dismiss',
  })
}

/** Moves pupils from a day on, all or none, and offers the way back; true when it is done. */
export const movePupils = async (move: Move): Promise<boolean> => {
  if (move.pupilIds.length > MOVED_MAX) {
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
