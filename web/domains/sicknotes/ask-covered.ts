import type { Sicknote } from '#contract/sicknotes/sicknotes.ts'
import { confirmDialog } from '#web/shell/dialogs.tsx'
import type { NewNoteValues } from './sicknote-form.ts'
import { alreadyText } from './sicknote-texts.ts'

/**
 * Notes of the same reason that last longer: one more would add nothing but an open excuse. Of the same days the server
 * says itself that they are reported.
 */
export const coveringNotes = (
  notes: readonly Sicknote[],
  { dateStart, dateEnd, reason }: Pick<NewNoteValues, 'dateStart' | 'dateEnd' | 'reason'>,
) =>
  notes.filter(({ value }) => {
    const isSame = value.dateStart === dateStart && value.dateEnd === dateEnd
    const isAround = value.dateStart <= dateStart && dateEnd <= value.dateEnd
    return !value.partial && value.reason === reason && isAround && !isSame
  })

/** Whether it is to be entered although it stands there already; nothing is asked where it does not. */
export const askCovered = async (covering: readonly Sicknote[], today: string) => {
  if (covering.length === 0) return true
  const known = covering.map((note) => alreadyText(note, today)).join(' ')
  return confirmDialog({
    title: 'Schon gemeldet',
    message: `${known} Eine zweite Meldung für diese Tage braucht eine eigene Entschuldigung. Dauert es länger, nehmen Sie „Verlängern …“.`,
    accept: 'Trotzdem eintragen',
    dismiss: 'Nicht eintragen',
    type: 'attention',
    prefers: 'dismiss',
  })
}
