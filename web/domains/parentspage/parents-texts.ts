import { formatDate } from '#contract/dates.ts'
import { joinedWords } from '#contract/joined-words.ts'
import type { ReportChild } from './use-children.ts'

type Named = Pick<ReportChild, 'firstname' | 'lastname_initial'>

const nameOf = ({ firstname, lastname_initial: initial }: Named) => (initial ? `${firstname} ${initial}.` : firstname)

/** Mia M. und Tim M. */
export const namesOf = (children: readonly Named[]) => joinedWords(children.map(nameOf))

/** 20.11.2026, or from one day until another. */
export const rangeText = ({ dateStart, dateEnd }: { dateStart: string; dateEnd: string }) =>
  dateStart === dateEnd ? formatDate(dateStart) : `${formatDate(dateStart)} bis ${formatDate(dateEnd)}`

export const minutesText = (minutes: number) => `noch ${minutes} ${minutes === 1 ? 'Minute' : 'Minuten'} möglich`
