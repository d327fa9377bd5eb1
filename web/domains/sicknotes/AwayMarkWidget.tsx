import { SICKNOTE_REASON_LABELS } from '#contract/sicknotes/sicknotes.reasons.ts'
import { isUnexplained } from '#contract/sicknotes/sicknotes.rules.ts'
import { partText } from '#contract/sicknotes/sicknotes.texts.ts'
import type { Sicknote } from '#contract/sicknotes/sicknotes.ts'
import { usePrinting } from '#web/lists/drawn-rows.ts'
import { StatusChip, type StatusLook } from '#web/ui/StatusChip.tsx'
import { useNotesOfToday } from './use-notes-of-today.ts'

/** When several notes cover today, the one that needs action is shown. */
const lookOf = (notes: readonly Sicknote[], showsReason: boolean): StatusLook & { text: string } => {
  if (notes.every(isUnexplained))
    return { tone: 'negative', icon: 'alert', text: `fehlt heute, ${SICKNOTE_REASON_LABELS.unexplained}` }
  const whole = notes.filter(({ value }) => !value.partial)
  const isSick = showsReason && whole.some(({ value }) => value.reason === 'sick')
  const part = whole.length === 0 ? `${notes.map(({ value }) => partText(value)).join(' und ')} ` : ''
  return { tone: 'attention', icon: 'dot', text: isSick ? 'heute krank' : `heute ${part}abgemeldet` }
}

/** Whether a child is away today, beside its name; nothing without notes. Paper is passed on: it names no reason. */
export const AwayMarkWidget = ({ notes }: { notes: readonly Sicknote[] }) => {
  const isPrinting = usePrinting()
  if (notes.length === 0) return null
  const { text, ...look } = lookOf(notes, !isPrinting)
  return isPrinting ? <span>({text})</span> : <StatusChip {...look}>{text}</StatusChip>
}

/** Finds the notes of a child for today; all children share one request. Undefined until they are here. */
export const useAwayNotes = (isWanted = true) => {
  const notes = useNotesOfToday(isWanted)
  return notes && ((pupilId: number) => notes.filter(({ pupil }) => pupil.id === pupilId))
}
export type AwayNotes = NonNullable<ReturnType<typeof useAwayNotes>>
