import type { Sicknote } from '#contract/sicknotes/sicknotes.ts'
import type { NewNoteValues } from './sicknote-form.ts'

/** Notes of the same children that touch the days. */
export const knownNotes = (
  notes: readonly Sicknote[],
  { pupils, dateStart, dateEnd }: Pick<NewNoteValues, 'pupils' | 'dateStart' | 'dateEnd'>,
) => {
  const isChosen = ({ pupil, value }: Sicknote) =>
    dateStart !== '' &&
    value.reason !== 'unexplained' &&
    value.dateStart <= dateEnd &&
    dateStart <= value.dateEnd &&
    pupils.some(({ id }) => id === pupil.id)
  return notes.filter(isChosen)
}
