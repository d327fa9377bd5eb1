import { weekday } from '#contract/dates.ts'
import { writeConditions } from './pupil-conditions.ts'
import { AFTERSCHOOL_DAYS } from './pupils.fields.ts'

/** A list that offices need, ready to be shown, printed and saved. */
export interface ReadyList {
  name: string
  query: string
  /** Which children are listed, as a sentence goes on after „Kinder“; missing: all of them. */
  who?: string
  /** On paper each child has a box to be ticked. */
  isTicked?: true
  /** The day it is for, from 1 for Monday; on that day it also says who is away. */
  weekday?: number
}

const query = (parts: Record<string, string>) => new URLSearchParams(parts).toString()

const DAY_NAMES = { mo: 'Montag', tu: 'Dienstag', we: 'Mittwoch', th: 'Donnerstag', fr: 'Freitag' } as const

const afterschoolOn = (day: (typeof AFTERSCHOOL_DAYS)[number]): ReadyList => ({
  name: `Hort am ${DAY_NAMES[day]}`,
  who: `die ${DAY_NAMES[day].toLowerCase()}s im Hort sind`,
  isTicked: true,
  weekday: AFTERSCHOOL_DAYS.indexOf(day) + 1,
  query: query({
    sort: 'schoolclass',
    filter: writeConditions({
      mode: 'all',
      parts: [
        { field: 'afterschool_care', op: 'is', values: ['short', 'long'] },
        { field: 'afterschool_days', op: 'has', values: [day] },
      ],
    }),
    columns: 'schoolclass,afterschool_care,may_go_home_alone',
  }),
})

/** Shown under „Ansichten“ and found by the search, for everybody who sees these fields. */
export const READY_LISTS: readonly ReadyList[] = [
  ...AFTERSCHOOL_DAYS.map(afterschoolOn),
  {
    name: 'Geht allein nach Hause',
    who: 'die allein nach Hause gehen dürfen',
    query: query({
      sort: 'schoolclass',
      filter: 'all**may_go_home_alone.is.yes',
      columns: 'schoolclass,afterschool_care,afterschool_days',
    }),
  },
  {
    name: 'Ohne Masernnachweis',
    who: 'deren Masernnachweis noch nicht eingetragen ist',
    query: query({
      sort: 'schoolclass',
      filter: 'all**measles_proof_seen_at.empty',
      columns: 'schoolclass,birthdate,date_entry',
    }),
  },
  {
    name: 'Schwimmen',
    query: query({ sort: 'schoolclass', columns: 'schoolclass,swim_level' }),
  },
  {
    name: 'Wer darf auf Fotos?',
    query: query({
      sort: 'schoolclass',
      columns: 'schoolclass,consent_photo_school_internal,consent_photo_website,consent_photo_press',
    }),
  },
  {
    name: 'Im Notfall anrufen',
    query: query({ sort: 'schoolclass', columns: 'schoolclass,emergency' }),
  },
]

/** Whether the list is used on this very day, as YYYY-MM-DD. */
export const isListOfDay = (list: ReadyList | undefined, day: string) => list?.weekday === weekday(day)
