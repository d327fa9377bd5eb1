interface DatedNote {
  value: { dateStart: string; dateEnd: string }
}

/** Spec §4: 'today' when start date <= today <= end date; all others are 'further'. */
export const isTodayNote = ({ value }: DatedNote, today: string) => value.dateStart <= today && today <= value.dateEnd

/** Missing and nobody knows why: first of all to be called. */
export const isUnexplained = ({ value }: { value: { reason?: string | undefined } }) => value.reason === 'unexplained'
