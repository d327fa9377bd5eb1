import { z } from 'zod'
import { countedIfAny } from '#contract/counted.ts'
import { endpoint } from '#contract/endpoint.ts'
import { Id, IdParam, Version } from '#contract/formats.ts'
import { MessageReply } from '#contract/message-reply.ts'
import { changeOf, newOf, readOf } from '#contract/record.ts'
import { SchoolgradeRecord } from './schoolgrade.record.ts'

export const NewSchoolgradeForm = newOf(SchoolgradeRecord)
export type NewSchoolgradeForm = z.output<typeof NewSchoolgradeForm>

/** The changed keys only. */
export const SchoolgradeChange = changeOf(SchoolgradeRecord)
export type SchoolgradeChange = z.output<typeof SchoolgradeChange>

/** Most places of a grade in a year (domain §1.3). */
export const PLACES_MAX = 500

/** Places of a grade in a year; null: none were set. */
const PlacesOfYear = z.object({ school_year_id: Id, places: z.int().min(0).max(PLACES_MAX).nullable() })

export const Schoolgrade = readOf(SchoolgradeRecord).extend({
  id: Id,
  /** One for each active or planned school year. */
  places: z.array(PlacesOfYear),
  /** Records that refer to the grade, so that it cannot be deleted. */
  usage: z.object({ schoolclasses: z.int(), memberships: z.int(), registrations: z.int(), previous_grades: z.int() }),
  /** Its classes by school year, the newest first. */
  classes_by_year: z.array(z.object({ school_year_id: Id, school_year: z.string(), count: z.int() })),
  version: Version,
})
export type Schoolgrade = z.output<typeof Schoolgrade>

/** Fixed texts of refusals. */
export const SCHOOLGRADE_TEXTS = {
  numberTaken: 'Diese Klassenstufe gibt es schon.',
  outsideSchool: (from: number, to: number) => `Die Schule hat die Klassenstufen ${from} bis ${to}.`,
  nextNotHigher: 'Die folgende Stufe muss höher sein.',
  numberInUse: 'Die Stufe wird schon verwendet; ihre Zahl kann nicht mehr geändert werden.',
  inUse: (what: readonly string[]) => `Wird von ${what.join(', ')} verwendet.`,
  unknownGrade: 'Diese Klassenstufe gibt es nicht.',
  unknownYear: 'Dieses Schuljahr gibt es nicht.',
  yearTwice: 'Dieses Schuljahr steht schon in der Liste.',
} as const

/** The users of a grade, in the words that follow „Wird von“; empty when there are none. */
export const gradeUsers = ({ schoolclasses, memberships, registrations, previous_grades }: Schoolgrade['usage']) => [
  ...countedIfAny(schoolclasses, 'Klasse', 'Klassen'),
  ...countedIfAny(memberships, 'Klassenzugehörigkeit', 'Klassenzugehörigkeiten'),
  ...countedIfAny(registrations, 'Bewerbung', 'Bewerbungen'),
  ...countedIfAny(previous_grades, 'vorangehenden Klassenstufe', 'vorangehenden Klassenstufen'),
]

/**
 * Whether classes, memberships or applications use the grade by its number; other grades that lead to it do not matter.
 */
export const isNumberUsed = (usage: Schoolgrade['usage']) => gradeUsers({ ...usage, previous_grades: 0 }).length > 0

export const schoolgradeEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/admin/schoolgrade',
    access: 'manage schoolgrade',
    response: z.object({
      schoolgrades: z.array(Schoolgrade),
      /** The years whose places are shown, earliest first. */
      schoolyears: z.array(z.object({ id: Id, name: z.string(), state: z.string() })),
      /** The range of grades that the school was set up with. */
      grade_min: z.int(),
      grade_max: z.int(),
    }),
    summary: 'Klassenstufen mit ihren Plätzen je Schuljahr',
  }),
  add: endpoint({
    method: 'POST',
    path: '/api/admin/schoolgrade',
    access: 'manage schoolgrade',
    body: NewSchoolgradeForm,
    response: MessageReply.extend({ id: Id }),
    status: 201,
    idempotent: true,
    summary: 'Klassenstufe anlegen',
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/admin/schoolgrade/:id',
    access: 'manage schoolgrade',
    params: IdParam,
    response: Schoolgrade,
    summary: 'Eine Klassenstufe',
  }),
  change: endpoint({
    method: 'PUT',
    path: '/api/admin/schoolgrade/:id',
    access: 'manage schoolgrade',
    params: IdParam,
    body: SchoolgradeChange,
    response: MessageReply,
    summary: 'Klassenstufe ändern; sendet nur die geänderten Angaben',
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/admin/schoolgrade/:id',
    access: 'manage schoolgrade',
    params: IdParam,
    response: MessageReply,
    summary: 'Eine Klassenstufe löschen, die nichts verwendet',
  }),
  savePlaces: endpoint({
    method: 'PUT',
    path: '/api/admin/schoolgrade/:id/places',
    access: 'manage schoolgrade',
    params: IdParam,
    body: z.object({ places: z.array(PlacesOfYear).min(1).max(20), version: Version.optional() }),
    response: MessageReply,
    summary: 'Plätze einer Klassenstufe in Schuljahren',
  }),
}
