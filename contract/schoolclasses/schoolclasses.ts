import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { FileReply } from '#contract/file-reply.ts'
import { Id, IdParam, IsoDate, QueryId, Version } from '#contract/formats.ts'
import { GENDERS } from '#contract/genders.ts'
import { MessageReply } from '#contract/message-reply.ts'
import { changeOf, newOf } from '#contract/record.ts'
import { SCHOOLYEAR_STATES } from '#contract/schoolyears/schoolyears.states.ts'
import { SchoolclassRecord } from './schoolclass.record.ts'
import { CLASS_EXPORT_COLUMNS } from './schoolclasses.export.ts'
import { MovePupilsForm, MovePupilsReply } from './schoolclasses.moves.ts'

/** A class as it is named and sorted everywhere (spec §3). */
export const ClassName = z.object({
  id: Id,
  description: z.string(),
  classgradePlain: z.string(),
  schoolgrade: z.object({ grade: z.int() }),
})
export type ClassName = z.output<typeof ClassName>

/** The function of a person in a class: Klassenleitung or zugeordnet (domain §1.4). */
export const CLASS_FUNCTIONS = ['responsible', 'assigned'] as const
export type ClassFunctionKey = (typeof CLASS_FUNCTIONS)[number]

const EmployeeRef = z.object({ id: Id, name: z.string(), short_name: z.string() })
const YearRef = z.object({ id: Id, name: z.string(), state: z.enum(SCHOOLYEAR_STATES) })
const GradeRef = z.object({ id: Id, grade: z.int(), name: z.string() })
const Counts = z.object({ m: z.int(), f: z.int(), d: z.int() })

interface YearDays {
  date_start: string
  date_end: string
}

/** The day on which a class is shown: today; before its school year the first day, after it the last. */
export const classDay = ({ date_start, date_end }: YearDays, today: string) => {
  if (today < date_start) return date_start
  return today > date_end ? date_end : today
}

/**
 * A row of the list. `pupil_count` and `byGender` count the pupils on its day (`classDay`). With 'names only' (domain
 * §4) `byGender` is absent, and room, places and assigned employees are empty.
 */
export const Schoolclass = ClassName.extend({
  schoolgrade: z.object({ id: Id, grade: z.int() }),
  /** The highest grade of a mixed-age group. */
  schoolgrade_to: z.object({ id: Id, grade: z.int() }).nullable(),
  school_year: YearRef,
  room: z.string().nullable(),
  capacity: z.int().nullable(),
  pupil_count: z.int(),
  byGender: Counts.optional(),
  /** The class teachers on that day, in their order. */
  responsible_teachers: z.array(EmployeeRef),
  assigned_employees: z.array(EmployeeRef),
  version: Version,
})
export type Schoolclass = z.output<typeof Schoolclass>

/** More pupils than places: a warning, never an error (domain §1.4). */
export const isOverfull = ({ capacity, pupil_count }: Pick<Schoolclass, 'capacity' | 'pupil_count'>) =>
  capacity !== null && pupil_count > capacity

/** A present or former class teacher; `date_end` null: until further notice. */
const ClassTeacher = EmployeeRef.extend({
  function: z.enum(CLASS_FUNCTIONS),
  date_start: z.iso.date(),
  date_end: z.iso.date().nullable(),
})

/**
 * A pupil of the class on its day. With 'names only' all optional fields are absent; `birthdate` is class B (domain
 * §1.0).
 */
export const ClassPupil = z.object({
  id: Id,
  lastname: z.string(),
  lastname_prefix: z.string().nullable(),
  firstname: z.string(),
  gender: z.enum(GENDERS).optional(),
  status: z.string().optional(),
  schoolgrade: z.object({ grade: z.int() }).optional(),
  birthdate: z.iso.date().optional(),
  /** The first day in this class. */
  date_start: z.iso.date().optional(),
  /** A planned move within the year: from this day on the pupil is in another class; null: the class is open then. */
  next: z.object({ schoolclass: ClassName.nullable(), date_start: z.iso.date() }).optional(),
})
export type ClassPupil = z.output<typeof ClassPupil>

const ComingPupil = ClassPupil.pick({ id: true, lastname: true, lastname_prefix: true, firstname: true }).extend({
  /** First day in this class. */
  date_start: z.iso.date(),
})

export const SchoolclassDetails = Schoolclass.extend({
  pupils: z.array(ClassPupil),
  /** Pupils who join the class on a later day; empty with 'names only'. */
  coming: z.array(ComingPupil),
  /** Present, future and past functions; empty with 'names only'. */
  functions: z.array(ClassTeacher),
  previous: ClassName.nullable(),
  /** The day for which the pupils are shown: today; before the year its first day, after it its last day. */
  day: z.iso.date(),
  /** A class of the coming year that its class teachers may already see, with names only (domain §4). */
  is_names_only: z.boolean(),
  /** Only the pupils above belong to it, and from today on at the earliest: without them it can be deleted. */
  is_removable: z.boolean(),
})
export type SchoolclassDetails = z.output<typeof SchoolclassDetails>

export const NewSchoolclassForm = newOf(SchoolclassRecord)
export type NewSchoolclassForm = z.output<typeof NewSchoolclassForm>

/**
 * Only the changed keys; a class stays in its school year. Functions change from `functions_from` on, missing: today.
 */
export const SchoolclassChange = changeOf(SchoolclassRecord.omit({ school_year_id: true })).extend({
  room: z.string().max(20).nullable().optional(),
  functions_from: IsoDate.optional(),
})
export type SchoolclassChange = z.output<typeof SchoolclassChange>

export const SchoolclassQuery = z.object({
  /** Missing: the active year. */
  school_year_id: QueryId.optional(),
})

/** People to contact for a pupil (class C): for calls, the emergency list and the telephone list. */
const ClassContact = z.object({
  pupil_id: Id,
  guardians: z.array(
    z.object({
      name: z.string(),
      relationship: z.string(),
      has_custody: z.boolean(),
      /** Whether mails about the child go to this person: with custody, and until the child is of age or later by its wish. */
      is_informed: z.boolean(),
      may_pickup: z.boolean(),
      emergency_priority: z.int().nullable(),
      phones: z.array(z.string()),
      mail: z.string().nullable(),
    }),
  ),
  /** Other people to call or who may pick up the child today, such as a grandmother. */
  others: z.array(
    z.object({
      name: z.string(),
      relationship: z.string().nullable(),
      may_pickup: z.boolean(),
      emergency_priority: z.int().nullable(),
      phones: z.array(z.string()),
    }),
  ),
  /** The address of somebody of age who does not want the parents to be informed; null for all others. */
  own_mail: z.string().nullable(),
  /** Whether everybody who decides agreed to the telephone list that the families of the class get. */
  shares_phone: z.boolean(),
})
export type ClassContact = z.output<typeof ClassContact>

/** Fixed texts of refusals. */
export const SCHOOLCLASS_TEXTS = {
  taken: 'Diese Klasse gibt es in dem Schuljahr schon.',
  hasPupils: 'Der Klasse sind noch SuS zugeordnet.',
  gradeToNotHigher: 'Die höhere Stufe muss über der unteren liegen.',
  bothFunctions: 'Diese Person ist schon Klassenleitung dieser Klasse.',
  unknownEmployee: 'Diese Person arbeitet nicht (mehr) an der Schule.',
  hasGrades: 'Kinder dieser Klasse haben eine andere Klassenstufe.',
  otherGrade: (names: string) => `Andere Klassenstufe als die Zielklasse: ${names}.`,
  outsideYear: (name: string, from: string, until: string) => `Das Schuljahr ${name} geht vom ${from} bis ${until}.`,
  laterMembership: (names: string) => `Schon für später einer Klasse zugeordnet: ${names}.`,
  hasLeft: (names: string) => `Nicht (mehr) an der Schule: ${names}.`,
  noGrade: (names: string) => `Keine Klassenstufe an diesem Tag: ${names}.`,
  otherClassGrade: 'Diese Klassenstufe gibt es in der Klasse nicht.',
  closedYear: (name: string) => `Das Schuljahr ${name} ist abgeschlossen; seine Klassen ändern sich nicht mehr.`,
  begunBefore: ({ who, where, since, earliest }: Record<'who' | 'where' | 'since' | 'earliest', string>) =>
    `${who} seit ${since} ${where}; ein Wechsel ist frühestens ab ${earliest} möglich.`,
  functionBegan: (since: string, earliest: string) =>
    `Eine Zuordnung besteht seit ${since}; eine Änderung ist frühestens ab ${earliest} möglich.`,
} as const

const access = ['view schoolclasses', 'view attached schoolclasses'] as const

export const schoolclassEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/admin/schoolclass',
    access,
    query: SchoolclassQuery,
    response: z.array(Schoolclass),
    summary: 'Klassen eines Schuljahrs nach Stufe und Bezeichnung',
  }),
  formOptions: endpoint({
    method: 'GET',
    path: '/api/admin/schoolclass/formOptions',
    access,
    response: z.object({
      schoolyears: z.array(YearRef.extend({ date_start: z.iso.date(), date_end: z.iso.date() })),
      schoolgrades: z.array(GradeRef),
      /** Employees who have not left, including future ones; only with 'manage schoolclass'. */
      employees: z.array(EmployeeRef),
    }),
    summary: 'Schuljahre, Klassenstufen und Mitarbeitende zur Auswahl',
  }),
  assignedByUser: endpoint({
    method: 'GET',
    path: '/api/admin/schoolclass/assignedByUser',
    access: 'signed in',
    query: z.object({ userId: QueryId.optional() }),
    response: z.object({ asResponsibleTeacher: z.array(ClassName), asAssignedEmployee: z.array(ClassName) }),
    summary: 'Klassen eines Benutzers; die eigenen, andere mit „manage users“',
  }),
  add: endpoint({
    method: 'POST',
    path: '/api/admin/schoolclass',
    access: 'manage schoolclass',
    body: NewSchoolclassForm,
    response: MessageReply.extend({ id: Id }),
    status: 201,
    idempotent: true,
    summary: 'Klasse anlegen',
  }),
  movePupils: endpoint({
    method: 'POST',
    path: '/api/admin/schoolclass/movePupils',
    access: 'manage schoolclass',
    body: MovePupilsForm,
    response: MovePupilsReply,
    summary: 'SuS von einem Tag an in eine andere Klasse versetzen, alle oder keine',
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/admin/schoolclass/:id',
    access,
    params: IdParam,
    response: SchoolclassDetails,
    summary: 'Eine Klasse mit ihren SuS',
  }),
  contacts: endpoint({
    method: 'GET',
    path: '/api/admin/schoolclass/:id/contacts',
    access: ['manage pupil', 'view attached schoolclasses'],
    params: IdParam,
    response: z.array(ClassContact),
    isLogged: true,
    summary: 'Erreichbarkeit der Sorgeberechtigten einer Klasse',
  }),
  change: endpoint({
    method: 'PUT',
    path: '/api/admin/schoolclass/:id',
    access: 'manage schoolclass',
    params: IdParam,
    body: SchoolclassChange,
    response: MessageReply,
    summary: 'Klasse ändern; sendet nur die geänderten Angaben',
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/admin/schoolclass/:id',
    access: 'manage schoolclass',
    params: IdParam,
    response: MessageReply,
    summary: 'Eine Klasse löschen, der nie jemand zugeordnet war',
  }),
  export: endpoint({
    method: 'POST',
    path: '/api/admin/schoolclass/:id/export',
    access: 'export personal data',
    params: IdParam,
    body: z.object({ columns: z.array(z.enum(CLASS_EXPORT_COLUMNS)).max(CLASS_EXPORT_COLUMNS.length).default([]) }),
    response: FileReply,
    isFile: true,
    summary: 'Die Klassenliste als Excel-Datei; der Export wird protokolliert',
  }),
}
