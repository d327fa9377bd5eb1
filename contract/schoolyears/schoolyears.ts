import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { Id, IdParam, Instant, Version } from '#contract/formats.ts'
import { MessageReply } from '#contract/message-reply.ts'
import { changeOf, newOf, readOf } from '#contract/record.ts'
import { SchoolyearRecord } from './schoolyear.record.ts'
import {
  FREE_DAY_KIND_LABELS,
  FREE_DAY_KINDS,
  FREE_DAYS_CSV_MAX,
  FREE_DAYS_MAX,
  FreeDays,
} from './schoolyears.free-days.ts'
import { SCHOOLYEAR_STATES, type SchoolyearState } from './schoolyears.states.ts'

export const SCHOOLYEAR_STATE_LABELS: Record<SchoolyearState, string> = {
  planned: 'geplant',
  active: 'aktiv',
  closed: 'abgeschlossen',
}

/** `2026/27` for narrow places (domain §1.2). */
export const shortYearName = (name: string) => `${name.slice(0, 5)}${name.slice(7)}`

/** The online form for this year is open from … to; both null: closed. */
const FormTimes = z.object({ registration_from: Instant.nullable(), registration_until: Instant.nullable() })

const fields = newOf(SchoolyearRecord).extend({
  registration_from: FormTimes.shape.registration_from.default(null),
  registration_until: FormTimes.shape.registration_until.default(null),
})
export type SchoolyearFields = z.output<typeof fields>

/**
 * A new year; `takes_preset` adds the certain holidays of the school's state, `places_from` copies the places of that
 * year.
 */
export const NewSchoolyearForm = fields.extend({
  takes_preset: z.boolean().default(true),
  places_from: Id.nullable().default(null),
})
export type NewSchoolyearForm = z.output<typeof NewSchoolyearForm>

/** Only the changed keys: defaults would change fields that were not sent. */
export const SchoolyearChange = changeOf(SchoolyearRecord).extend(FormTimes.partial().shape)
export type SchoolyearChange = z.output<typeof SchoolyearChange>

/** Records that refer to a year, so that it cannot be deleted. */
const YearUsage = z.object({ schoolclasses: z.int(), memberships: z.int(), registrations: z.int() })

export const Schoolyear = readOf(SchoolyearRecord).extend({
  ...FormTimes.shape,
  id: Id,
  state: z.enum(SCHOOLYEAR_STATES),
  is_registration_open: z.boolean(),
  free_days: z.array(
    z.object({
      id: Id,
      name: z.string(),
      kind: z.enum(FREE_DAY_KINDS),
      date_start: z.iso.date(),
      date_end: z.iso.date(),
    }),
  ),
  /** School days (Monday to Friday, not free) of both half-years. */
  school_days: z.object({ first_half: z.int(), second_half: z.int() }),
  usage: YearUsage,
  /** The number of children in the year, each counted once; in the active year only those who have not left. */
  pupils: z.int(),
  version: Version,
})
export type Schoolyear = z.output<typeof Schoolyear>

/** The known free days of a state for this year. */
const FreeDaysPreset = z.object({
  free_days: z.array(FreeDays),
  /** The holidays of the whole year are certain; otherwise only a part of them, or only the public holidays. */
  has_holidays: z.boolean(),
})

const CsvText = z.string().max(FREE_DAYS_CSV_MAX)

/** A line of an imported file that is refused, with all its faults: `Bis: Dies ist kein gültiges Datum.` */
const CsvError = z.object({ line: z.int(), text: z.string(), messages: z.array(z.string()) })

/** Fixed texts of refusals. */
export const SCHOOLYEAR_TEXTS = {
  inUse: 'Das Schuljahr wird noch verwendet.',
  isActive: 'Das aktive Schuljahr kann nicht gelöscht werden.',
  nameTaken: 'Dieses Schuljahr gibt es schon.',
  nameMismatch: 'Die Bezeichnung passt nicht zu Beginn und Ende.',
  overlap: (name: string) => `Überschneidet sich mit ${shortYearName(name)}.`,
  endBeforeStart: 'Das Ende liegt vor dem Beginn.',
  outside: 'Dieser Tag liegt nicht im Schuljahr.',
  lastBeforeFirst: 'Der letzte Schultag liegt vor dem ersten.',
  untilBeforeFrom: 'Das Ende der Anmeldung liegt vor ihrem Beginn.',
  untilWithoutFrom: 'Bitte auch angeben, ab wann das Formular geöffnet ist.',
  tooEarly: (day: string) => `Das Schuljahr beginnt erst am ${day}.`,
  isOver: 'Dieses Schuljahr ist schon vorbei.',
  membersOutside: 'Klassenzugehörigkeiten liegen dann außerhalb des Schuljahrs.',
  freeDaysOutside: 'Schulfreie Tage liegen dann außerhalb des Schuljahrs.',
  twice: 'Diese Zeile steht schon in der Liste.',
  tooManyRows: `Bitte höchstens ${FREE_DAYS_MAX} Zeilen.`,
  unreadable: 'Diese Zeile lässt sich nicht lesen; vielleicht fehlt ein Anführungszeichen.',
  unknownKind: `Als Art geht ${Object.values(FREE_DAY_KIND_LABELS).join(', ')}.`,
  added: (name: string) => `Das Schuljahr ${name} ist angelegt.`,
  holidaysMissing: 'Die Ferien fehlen noch: Bitte tragen Sie sie ein.',
  placesFrom: 'Dieses Schuljahr gibt es nicht.',
} as const

/** A year can become active on the days that lie in it (domain §3.4: not before its first day). */
export const mayActivate = (year: Pick<Schoolyear, 'state' | 'date_start' | 'date_end'>, today: string) =>
  year.state !== 'active' && year.date_start <= today && today <= year.date_end

export const schoolyearEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/admin/schoolyear',
    access: 'manage schoolyear',
    response: z.array(Schoolyear),
    summary: 'Schuljahre der aktiven Schule, das neueste zuerst',
  }),
  add: endpoint({
    method: 'POST',
    path: '/api/admin/schoolyear',
    access: 'manage schoolyear',
    body: NewSchoolyearForm,
    response: MessageReply.extend({ id: Id }),
    status: 201,
    idempotent: true,
    summary: 'Schuljahr anlegen',
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/admin/schoolyear/:id',
    access: 'manage schoolyear',
    params: IdParam,
    response: Schoolyear,
    summary: 'Ein Schuljahr',
  }),
  change: endpoint({
    method: 'PUT',
    path: '/api/admin/schoolyear/:id',
    access: 'manage schoolyear',
    params: IdParam,
    body: SchoolyearChange,
    response: MessageReply,
    summary: 'Schuljahr ändern; sendet nur die geänderten Angaben',
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/admin/schoolyear/:id',
    access: 'manage schoolyear',
    params: IdParam,
    response: MessageReply,
    summary: 'Ein Schuljahr löschen, das nichts verwendet',
  }),
  activate: endpoint({
    method: 'POST',
    path: '/api/admin/schoolyear/:id/activate',
    access: 'manage schoolyear',
    params: IdParam,
    response: MessageReply,
    summary: 'Zum aktiven Schuljahr machen; das bisherige wird abgeschlossen',
  }),
  saveFreeDays: endpoint({
    method: 'PUT',
    path: '/api/admin/schoolyear/:id/freeDays',
    access: 'manage schoolyear',
    params: IdParam,
    body: z.object({ free_days: z.array(FreeDays).max(FREE_DAYS_MAX), version: Version.optional() }),
    response: MessageReply,
    summary: 'Die schulfreien Tage eines Schuljahrs, alle zusammen',
  }),
  presetFreeDays: endpoint({
    method: 'GET',
    path: '/api/admin/schoolyear/:id/freeDayPreset',
    access: 'manage schoolyear',
    params: IdParam,
    response: FreeDaysPreset,
    summary: 'Ferien und Feiertage des Bundeslands, soweit sie bekannt sind',
  }),
  readFreeDays: endpoint({
    method: 'POST',
    path: '/api/admin/schoolyear/:id/readFreeDays',
    access: 'manage schoolyear',
    params: IdParam,
    body: z.object({ content: CsvText }),
    response: z.object({ free_days: z.array(FreeDays), errors: z.array(CsvError) }),
    summary: 'Liest eine CSV-Datei „Name;Von;Bis;Art“, ohne etwas zu speichern',
  }),
}
