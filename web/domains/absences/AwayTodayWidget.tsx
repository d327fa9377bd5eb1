import { useQuery } from '@tanstack/react-query'
import { isAbsence, isTodayNote, isUnexplained } from '#contract/sicknotes/sicknotes.rules.ts'
import { SICKNOTE_EDITORS, type Sicknote } from '#contract/sicknotes/sicknotes.ts'
import { useMay, useToday } from '#web/api/base-data.ts'
import { StatusChip, type StatusLook } from '#web/ui/StatusChip.tsx'
import { pupilAbsencesQuery } from './absence-queries.ts'

const counts = ({ cancelled_at, leave }: Sicknote) => cancelled_at === null && isAbsence(leave?.decision)

/** Of several the one somebody must do something about. */
const lookOf = (notes: readonly Sicknote[]): (StatusLook & { text: string }) | undefined => {
  if (notes.length === 0) return undefined
  if (notes.every(isUnexplained)) return { tone: 'negative', icon: 'alert', text: 'fehlt heute' }
  const whole = notes.some(({ value }) => !value.partial)
  return { tone: 'attention', icon: 'dot', text: whole ? 'heute abgemeldet' : 'heute stundenweise abgemeldet' }
}

/** Whether a child is away today, beside its name (ux §3.4); nothing where it is not. */
export const AwayTodayWidget = ({ pupilId }: { pupilId: number }) => {
  const isEditor = useMay()(SICKNOTE_EDITORS)
  const today = useToday()
  const { data } = useQuery({ ...pupilAbsencesQuery(pupilId, undefined), enabled: isEditor })
  const look = lookOf((data?.notes ?? []).filter((note) => counts(note) && isTodayNote(note, today)))
  return look ? (
    <StatusChip tone={look.tone} icon={look.icon}>
      {look.text}
    </StatusChip>
  ) : null
}
